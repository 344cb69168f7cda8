import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, time } from '../shared/fields.ts';
import { eventTypes } from '../v1/event-types.ts';
import { pageOf, pageQuery } from '../v1/fields.ts';
import {
  deliveryParams,
  endpointParams,
  webhookDelivery,
  webhookDeliveryWithLog,
  webhookEndpoint,
  withSecret,
} from '../v1/webhooks.ts';

/** Addresses and bodies may hold secrets of the receiver. */
const access = { staff: 'admin.manage' } as const;
const confirmedAccess = { ...access, isConfirmed: true } as const;

export const webhookForm = z.object({
  url: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Введите адрес' }),
      z.maxLength(2000, { error: 'Адрес длиннее 2000 знаков' }),
      z.regex(/^[\x21-\x7e]*$/, { error: 'Введите адрес латинскими буквами и без пробелов' }),
    ),
  /** `*` stands for every type, later ones too. */
  types: z
    .array(z.enum(['*', ...eventTypes]))
    .check(z.minLength(1, { error: 'Выберите хотя бы одно событие' }), z.maxLength(50)),
  description: z.nullable(lineOfText(0, 200)),
});
export type WebhookForm = z.output<typeof webhookForm>;

const webhook = z.extend(webhookEndpoint, {
  /** `key_stopped` when the key that added it was revoked or expired. */
  disabledReason: z.nullable(z.enum(['gone', 'failing', 'requested', 'key_stopped'])),
  /** The key that added it. Null for an address of staff. */
  keyId: z.nullable(id),
  /** The name of the key or person. Null once the person is deleted. */
  createdBy: z.nullable(z.string()),
});
export type Webhook = z.output<typeof webhook>;
export type WebhookDelivery = z.output<typeof webhookDelivery>;
export type WebhookAttempt = NonNullable<WebhookDelivery['lastAttempt']>;

/** How long the old secret goes on signing. */
export const overlapForm = z.object({ overlapHours: z.int().check(z.gte(0), z.lte(168)) });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  summary: 'Addresses that events are sent to, newest first',
  access,
  status: 200,
  answer: z.object({ items: z.array(webhook) }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  summary: 'Send events to an address from now on. The secret is shown once',
  access: confirmedAccess,
  body: webhookForm,
  status: 201,
  answer: withSecret,
  problems: ['confirmation_required'],
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/admin/webhooks/{endpointId}',
  summary: 'Change an address, or switch it off or on. Another URL asks for a confirmation',
  access,
  params: endpointParams,
  body: z.extend(z.partial(webhookForm), { enabled: z.optional(z.boolean()) }),
  status: 200,
  answer: webhookEndpoint,
  problems: ['confirmation_required'],
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/{endpointId}',
  summary: 'Delete an address with its deliveries',
  access: confirmedAccess,
  params: endpointParams,
  status: 204,
  problems: ['confirmation_required'],
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{endpointId}/secret',
  summary: 'Make a new secret; for so many hours the old one signs too',
  access: confirmedAccess,
  params: endpointParams,
  body: overlapForm,
  status: 200,
  answer: withSecret,
  problems: ['confirmation_required'],
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{endpointId}/test',
  summary: 'Send a test event once, even to an address that is switched off',
  access,
  params: endpointParams,
  status: 201,
  answer: webhookDelivery,
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/{endpointId}/deliveries',
  summary: 'Deliveries of the last 30 days with their last attempts, newest first',
  access,
  params: endpointParams,
  query: z.object({ ...pageQuery, status: z.optional(z.enum(['pending', 'succeeded', 'failed'])) }),
  status: 200,
  answer: pageOf(webhookDelivery),
});

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/admin/webhook-deliveries/{deliveryId}',
  summary: 'A delivery with its last 50 attempts, newest first',
  access,
  params: deliveryParams,
  status: 200,
  answer: webhookDeliveryWithLog,
});

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/webhook-deliveries/{deliveryId}/replay',
  summary: 'Send the same body with the same id once more',
  access,
  params: deliveryParams,
  status: 200,
  answer: webhookDelivery,
});

export const replayFailed = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{endpointId}/replay',
  summary: 'Send deliveries once more that failed since the time, the oldest 10,000: repeat it for more',
  access,
  params: endpointParams,
  body: z.object({ since: time }),
  status: 200,
  answer: z.object({ deliveries: z.int() }),
});
