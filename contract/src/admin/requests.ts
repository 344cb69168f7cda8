import * as z from 'zod/mini';
import {
  maxRequestFileBytes,
  messageForm,
  messageText,
  momentCursor,
  type RequestState,
  request,
  requestFile,
  requestMessage,
} from '../cabinet/requests.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, optionalIdempotencyHeaders, pageOf, pageQuery, search, time } from '../shared/fields.ts';

export const staffRequestStates: Record<RequestState, string> = {
  new: 'Новое',
  ours: 'Ждёт нас',
  theirs: 'Ждёт клиента',
  closed: 'Закрыто',
};

const person = z.object({ id, name: z.string() });
export type RequestPerson = z.output<typeof person>;

const adminRequest = z.extend(z.omit(request, { isOwn: true }), {
  organizationId: id,
  organizationName: z.string(),
  assignee: z.nullable(person),
  /** Of the first unanswered message; null when it is the customer's turn. */
  waitingSince: z.nullable(time),
});
export type AdminRequest = z.output<typeof adminRequest>;

const adminMessage = z.extend(requestMessage, {
  /** Customers never see it. */
  isNote: z.boolean(),
});
export type AdminRequestMessage = z.output<typeof adminMessage>;

const access = { staff: 'admin.requests' } as const;
const params = z.object({ requestId: id });

/** A queue holds what waits for us, the longest first; other lists the changed last first. */
export const requestLists = ['waiting', 'theirs', 'closed', 'all'] as const;

export const listAllRequests = endpoint({
  method: 'GET',
  path: '/api/admin/requests',
  summary: 'Requests of all customers: those that wait for us first by how long they wait',
  access: { staff: 'admin.read' },
  query: z.object({
    limit: pageQuery.limit,
    cursor: z.optional(momentCursor),
    list: z._default(z.enum(requestLists), 'waiting'),
    assignee: z.optional(z.union([z.enum(['me', 'none']), id])),
    organizationId: z.optional(id),
    q: z.optional(search),
  }),
  status: 200,
  answer: pageOf(adminRequest),
});

export const countWaitingRequests = endpoint({
  method: 'GET',
  path: '/api/admin/requests/waiting',
  summary: 'How many requests wait for us, up to a hundred',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ all: z.int(), own: z.int() }),
});

export const getRequestAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/requests/{requestId}',
  summary: 'One request',
  access: { staff: 'admin.read' },
  params,
  status: 200,
  answer: adminRequest,
  problems: ['not_found'],
});

export const listRequestMessagesAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/requests/{requestId}/messages',
  summary: 'Messages and notes of a request, newest first',
  access: { staff: 'admin.read' },
  params,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(adminMessage),
  problems: ['not_found'],
});

export const answerRequest = endpoint({
  method: 'POST',
  path: '/api/admin/requests/{requestId}/messages',
  summary: 'Answer a customer, or leave a note that only staff see',
  access,
  params,
  headers: optionalIdempotencyHeaders,
  body: z.extend(messageForm, {
    isNote: z._default(z.boolean(), false),
    /** Whether the answer settles the request. */
    isLast: z._default(z.boolean(), false),
  }),
  status: 201,
  answer: z.object({ id }),
  problems: ['not_found', 'request_is_full', 'organization_closed', 'idempotency_conflict'],
});

export const updateRequest = endpoint({
  method: 'PATCH',
  path: '/api/admin/requests/{requestId}',
  summary: 'Say who deals with a request, or whose turn it is',
  access,
  params,
  body: z.object({ state: z.optional(z.enum(['ours', 'theirs', 'closed'])), assigneeId: z.optional(z.nullable(id)) }),
  status: 200,
  answer: adminRequest,
  problems: ['not_found'],
});

export const listRequestAssignees = endpoint({
  method: 'GET',
  path: '/api/admin/requests/assignees',
  summary: 'Staff who may deal with a request',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(person) }),
});

export const uploadRequestFileAsStaff = endpoint({
  method: 'POST',
  path: '/api/admin/request-files',
  summary: 'Store a file for an answer that is being written',
  access,
  query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  bytes: true,
  maxBodyBytes: maxRequestFileBytes,
  status: 201,
  answer: requestFile,
  problems: ['file_type_refused', 'file_is_empty', 'too_many_files'],
});

export const getRequestFileAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/request-files/{fileId}',
  summary: 'A file of a message or note, always as an attachment',
  access: { staff: 'admin.read' },
  params: z.object({ fileId: id }),
  status: 200,
  file: ['application/octet-stream'],
  problems: ['not_found'],
});

export const preparedAnswerForm = z.object({
  title: lineOfText(1, 100, ['название', 'названия']),
  text: messageText,
});

const preparedAnswer = z.extend(preparedAnswerForm, { id });
export type PreparedAnswer = z.output<typeof preparedAnswer>;
const answerParams = z.object({ answerId: id });

export const listPreparedAnswers = endpoint({
  method: 'GET',
  path: '/api/admin/prepared-answers',
  summary: 'Texts that answers to requests begin with',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(preparedAnswer) }),
});

export const createPreparedAnswer = endpoint({
  method: 'POST',
  path: '/api/admin/prepared-answers',
  summary: 'Add a prepared answer',
  access,
  body: preparedAnswerForm,
  status: 201,
  answer: z.object({ id }),
  problems: ['too_many_answers'],
});

export const updatePreparedAnswer = endpoint({
  method: 'PUT',
  path: '/api/admin/prepared-answers/{answerId}',
  summary: 'Change a prepared answer',
  access,
  params: answerParams,
  body: preparedAnswerForm,
  status: 204,
  problems: ['not_found'],
});

export const deletePreparedAnswer = endpoint({
  method: 'DELETE',
  path: '/api/admin/prepared-answers/{answerId}',
  summary: 'Remove a prepared answer',
  access,
  params: answerParams,
  status: 204,
  problems: ['not_found'],
});

export const requestSettings = z.object({
  /** Days without an answer of the customer after which a request closes by itself; null for never. */
  closeAfterDays: z.nullable(z.int().check(z.gte(1), z.lte(365))),
});
export type RequestSettings = z.output<typeof requestSettings>;

export const getRequestSettings = endpoint({
  method: 'GET',
  path: '/api/admin/request-settings',
  summary: 'When requests close by themselves',
  access: { staff: 'admin.read' },
  status: 200,
  answer: requestSettings,
});

export const setRequestSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/request-settings',
  summary: 'Change when requests close by themselves',
  access: { staff: 'admin.manage' },
  body: requestSettings,
  status: 200,
  answer: requestSettings,
});
