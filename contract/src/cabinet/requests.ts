import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, optionalIdempotencyHeaders, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { visibleLines } from '../shared/visible-lines.ts';

export const requestTopics = {
  money: 'Платежи и баланс',
  documents: 'Документы',
  services: 'Услуги',
  access: 'Доступ и участники',
  other: 'Другое',
} as const;
export type RequestTopic = keyof typeof requestTopics;

export const requestStates = {
  new: 'Новое',
  ours: 'Ждёт нашего ответа',
  theirs: 'Ждёт вашего ответа',
  closed: 'Закрыто',
} as const;
export type RequestState = keyof typeof requestStates;
export const requestState = z.enum(Object.keys(requestStates) as [RequestState, ...RequestState[]]);

export const aboutKinds = ['payment', 'invoice', 'document', 'subscription'] as const;
export type AboutKind = (typeof aboutKinds)[number];

export const maxRequestText = 10_000;
export const maxRequestFiles = 5;
export const maxRequestFileBytes = 10 * 1024 * 1024;

/** Extensions by type: what a file is, its first bytes say, and its name has to agree. */
export const requestFileTypes = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'csv', 'log'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/rtf': ['rtf'],
} as const satisfies Record<string, readonly string[]>;
export type RequestFileType = keyof typeof requestFileTypes;

function textOfLines(maximum: number) {
  return z
    .string({ error: 'Пожалуйста, введите сообщение' })
    .check(
      z.overwrite(visibleLines),
      z.minLength(1, { error: 'Пожалуйста, введите сообщение' }),
      z.maxLength(maximum, { error: `Длина сообщения не больше ${maximum} символов` }),
    );
}

export const messageText = textOfLines(maxRequestText);

const about = z.object({ kind: z.enum(aboutKinds), id });
const fileIds = z._default(z.array(id).check(z.maxLength(maxRequestFiles)), []);

export const requestForm = z.object({
  topic: z.enum(Object.keys(requestTopics) as [RequestTopic, ...RequestTopic[]]),
  text: messageText,
  about: z.optional(about),
  fileIds,
});
export type RequestForm = z.output<typeof requestForm>;

export const messageForm = z.object({ text: messageText, fileIds });

export const requestFile = z.object({ id, name: z.string(), type: z.string(), sizeBytes: z.int() });
export type RequestFile = z.output<typeof requestFile>;

export const requestMessage = z.object({
  id,
  /** Null after the account was deleted. */
  authorName: z.nullable(z.string()),
  isByStaff: z.boolean(),
  isOwn: z.boolean(),
  /** An answer to a letter of ours. */
  isByMail: z.boolean(),
  /** Null once its author has deleted their account. */
  text: z.nullable(z.string()),
  files: z.array(requestFile),
  createdAt: time,
});
export type RequestMessage = z.output<typeof requestMessage>;

export const request = z.object({
  id,
  number: z.int(),
  topic: z.enum(Object.keys(requestTopics) as [RequestTopic, ...RequestTopic[]]),
  /** The beginning of the first message; null once its author has deleted their account. */
  title: z.nullable(z.string()),
  state: requestState,
  authorName: z.nullable(z.string()),
  isOwn: z.boolean(),
  about: z.nullable(z.extend(about, { label: z.string() })),
  createdAt: time,
  changedAt: time,
});
export type Request = z.output<typeof request>;

/** The moment and the id of the last row: the row itself may have moved since. */
export const momentCursor = z
  .string()
  .check(z.regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

const access = { organization: 'requests.create', of: 'session' } as const;
const params = z.object({ requestId: id });
const fileName = z.string().check(z.minLength(1), z.maxLength(1000));

export const createRequest = endpoint({
  method: 'POST',
  path: '/api/requests',
  summary: 'Write to the support, about a payment, an invoice, a document or a subscription if need be',
  access,
  headers: optionalIdempotencyHeaders,
  body: requestForm,
  status: 201,
  answer: z.object({ id, number: z.int() }),
  problems: ['not_found', 'too_many_open_requests', 'idempotency_conflict'],
});

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  summary: 'Requests that the person may see: their own, and by role those of the organization; changed last first',
  access,
  query: z.object({
    limit: pageQuery.limit,
    cursor: z.optional(momentCursor),
    state: z.optional(z.enum(['open', 'closed'])),
    q: z.optional(search),
  }),
  status: 200,
  answer: pageOf(request),
});

export const getRequest = endpoint({
  method: 'GET',
  path: '/api/requests/{requestId}',
  summary: 'One request',
  access,
  params,
  status: 200,
  answer: request,
  problems: ['not_found'],
});

export const listRequestMessages = endpoint({
  method: 'GET',
  path: '/api/requests/{requestId}/messages',
  summary: 'Messages of a request, newest first',
  access,
  params,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(requestMessage),
  problems: ['not_found'],
});

export const postRequestMessage = endpoint({
  method: 'POST',
  path: '/api/requests/{requestId}/messages',
  summary: 'Add a message to a request; a closed one is open again',
  access,
  params,
  headers: optionalIdempotencyHeaders,
  body: messageForm,
  status: 201,
  answer: z.object({ id }),
  problems: ['not_found', 'request_is_full', 'idempotency_conflict'],
});

export const closeRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{requestId}/close',
  summary: 'Say that the request is settled',
  access,
  params,
  status: 204,
  problems: ['not_found'],
});

export const uploadRequestFile = endpoint({
  method: 'POST',
  path: '/api/request-files',
  summary: 'Store a file for a message that is being written; it is deleted after a day unless a message takes it',
  access,
  query: z.object({ name: fileName }),
  bytes: true,
  maxBodyBytes: maxRequestFileBytes,
  status: 201,
  answer: requestFile,
  problems: ['file_type_refused', 'file_is_empty', 'too_many_files'],
});

export const getRequestFile = endpoint({
  method: 'GET',
  path: '/api/request-files/{fileId}',
  summary: 'A file of a message, always as an attachment',
  access,
  params: z.object({ fileId: id }),
  status: 200,
  file: ['application/octet-stream'],
  problems: ['not_found'],
});
