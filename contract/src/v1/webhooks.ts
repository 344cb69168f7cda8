import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { eventTypes } from './event-types.ts';
import { id, idempotencyHeaders, pageOf, pageQuery, text, time } from './fields.ts';

const access = { key: 'webhooks:write' } as const;

/** `*` stands for every type, later ones too. */
const types = z.array(z.enum(['*', ...eventTypes])).check(z.minLength(1), z.maxLength(50));
const url = z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^[\x21-\x7e]+$/));
const description = z.nullable(text(0, 200));

export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  types: z.array(z.string()),
  description: z.nullable(z.string()),
  enabled: z.boolean(),
  /** `gone` after an answer of 410, `failing` after five days of nothing but failures. */
  disabledReason: z.nullable(z.enum(['gone', 'failing', 'requested'])),
  disabledAt: z.nullable(time),
  /** Null while the last attempt succeeded. */
  failingSince: z.nullable(time),
  /** Until then the secret from before the rotation signs too. */
  previousSecretExpiresAt: z.nullable(time),
  createdAt: time,
});

export const withSecret = z.object({
  id,
  /** Shown here only. The key of HMAC-SHA256 is what `whsec_` is followed by, decoded from Base64. */
  secret: z.string(),
});

const attempt = z.object({
  number: z.int(),
  startedAt: time,
  durationMs: z.int(),
  /** Null when there was no answer; `error` says why. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  requestHeaders: z.record(z.string(), z.string()),
  /** The first 4 KiB. */
  answer: z.nullable(z.string()),
});

export const webhookDelivery = z.object({
  id,
  endpointId: id,
  eventId: id,
  type: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.int(),
  /** Null while an attempt runs and once there will be none. */
  nextAttemptAt: z.nullable(time),
  createdAt: time,
  /** Null once the event is deleted, after 30 days. */
  requestBody: z.nullable(z.string()),
  lastAttempt: z.nullable(attempt),
});

export const webhookDeliveryWithLog = z.extend(webhookDelivery, { attemptLog: z.array(attempt) });

export const endpointParams = z.object({ endpointId: id });
export const deliveryParams = z.object({ deliveryId: id });

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/v1/webhook-endpoints',
  summary:
    'Where events are sent to, newest first: the addresses of this key. Those of other keys and of staff are missing here and everywhere below, unless the key has the scope `webhooks:manage`',
  reference: { title: 'Список адресов', hint: 'Новые сверху.', client: 'webhookEndpoints.list' },
  access,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(webhookEndpoint),
});

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/v1/webhook-endpoints',
  summary:
    'Sends events from now on to the address, signed by Standard Webhooks. Deliveries come at least once and in no promised order; an event keeps its id. Only types that the key may read by its other scopes are sent (`events:read` reads all, `payments:read` those of payments, refunds, cards and automatic top-ups, and so on); others answer `scope_missing`, and for a key without `events:read` `*` becomes the types that it may read. When the key is revoked or expires, its addresses are switched off',
  reference: {
    title: 'Добавить адрес',
    hint: 'События с этой минуты, с подписью по Standard Webhooks. Каждое придёт хотя бы раз, порядок не обещаем; номер события не меняется. Если ключ отзовут или он истечёт, адреса, которые он добавил, выключатся.',
    client: 'webhookEndpoints.create',
  },
  access,
  headers: idempotencyHeaders,
  body: z.object({ url, types, description: z.optional(description) }),
  status: 201,
  answer: z.extend(webhookEndpoint, withSecret.def.shape),
  problems: ['idempotency_conflict'],
});

export const getWebhookEndpoint = endpoint({
  method: 'GET',
  path: '/v1/webhook-endpoints/{endpointId}',
  summary: 'An address that events are sent to',
  reference: { title: 'Один адрес', client: 'webhookEndpoints.get' },
  access,
  params: endpointParams,
  status: 200,
  answer: webhookEndpoint,
});

export const updateWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: '/v1/webhook-endpoints/{endpointId}',
  summary:
    'Changes an address, or switches it off or on. Switched off, what waits has failed; switched on, it gets what happens from then on',
  reference: {
    title: 'Изменить, выключить или включить адрес',
    hint: 'При выключении то, что ждало отправки, останется недоставленным. После включения придёт то, что случится позже.',
    client: 'webhookEndpoints.update',
  },
  access,
  params: endpointParams,
  body: z.object({
    url: z.optional(url),
    types: z.optional(types),
    description: z.optional(description),
    enabled: z.optional(z.boolean()),
  }),
  status: 200,
  answer: webhookEndpoint,
});

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{endpointId}',
  summary: 'Deletes an address with its deliveries',
  reference: { title: 'Удалить адрес', hint: 'Вместе с журналом доставки.', client: 'webhookEndpoints.delete' },
  access,
  params: endpointParams,
  status: 204,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/v1/webhook-endpoints/{endpointId}/secret',
  summary: 'Makes a new secret; for so many hours the old one signs too',
  reference: {
    title: 'Сменить секрет',
    hint: 'Указанное число часов подписывает и прежний.',
    client: 'webhookEndpoints.rotateSecret',
  },
  access,
  params: endpointParams,
  headers: idempotencyHeaders,
  body: z.object({ overlapHours: z.int().check(z.gte(0), z.lte(168)) }),
  status: 200,
  answer: withSecret,
  problems: ['idempotency_conflict'],
});

export const sendWebhookTestEvent = endpoint({
  method: 'POST',
  path: '/v1/webhook-endpoints/{endpointId}/test',
  summary: 'Sends an event of the type `webhook.test` once, even to an address that is switched off',
  reference: {
    title: 'Отправить проверку',
    hint: 'Событие webhook.test придёт один раз, даже на выключенный адрес.',
    client: 'webhookEndpoints.sendTest',
  },
  access,
  params: endpointParams,
  headers: idempotencyHeaders,
  status: 201,
  answer: webhookDelivery,
  problems: ['idempotency_conflict'],
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/v1/webhook-endpoints/{endpointId}/deliveries',
  summary: 'Deliveries of the last 30 days with their last attempts, newest first',
  reference: {
    title: 'Журнал доставки',
    hint: 'За 30 дней, с последней попыткой, новые сверху.',
    client: 'webhookEndpoints.deliveries',
  },
  access,
  params: endpointParams,
  query: z.object({ ...pageQuery, status: z.optional(z.enum(['pending', 'succeeded', 'failed'])) }),
  status: 200,
  answer: pageOf(webhookDelivery),
});

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/v1/webhook-deliveries/{deliveryId}',
  summary: 'A delivery with its last 50 attempts, newest first',
  reference: {
    title: 'Одна доставка',
    hint: 'С последними 50 попытками, новые сверху.',
    client: 'webhookDeliveries.get',
  },
  access,
  params: deliveryParams,
  status: 200,
  answer: webhookDeliveryWithLog,
});

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/v1/webhook-deliveries/{deliveryId}/replay',
  summary: 'Sends the same body with the same id once more',
  reference: {
    title: 'Отправить ещё раз',
    hint: 'То же содержание с тем же номером.',
    client: 'webhookDeliveries.replay',
  },
  access,
  params: deliveryParams,
  headers: idempotencyHeaders,
  status: 200,
  answer: webhookDelivery,
  problems: ['idempotency_conflict'],
});

export const replayFailedDeliveries = endpoint({
  method: 'POST',
  path: '/v1/webhook-endpoints/{endpointId}/replay',
  summary: 'Sends deliveries once more that failed since the time, the oldest 10,000: repeat it for more',
  reference: {
    title: 'Отправить недоставленное',
    hint: 'Всё, что не дошло с указанного времени.',
    client: 'webhookEndpoints.replayFailed',
  },
  access,
  params: endpointParams,
  headers: idempotencyHeaders,
  body: z.object({ since: time }),
  status: 200,
  answer: z.object({ deliveries: z.int() }),
  problems: ['idempotency_conflict'],
});
