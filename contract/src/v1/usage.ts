import * as z from 'zod/mini';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { meterKey } from '../shared/usage-price.ts';
import { externalId, id, metadata, time } from './fields.ts';

/** The limits of a call and of the times of its events. */
export const maxUsageEvents = 1000;
export const maxUsageAgeDays = 35;
export const maxUsageAheadMinutes = 5;

export const usageId = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w.:@+/-]+$/));

/** At most 12 digits before the point and 6 after it; as text where a JSON number would be rounded. */
const quantity = z.union([z.number(), z.string().check(z.regex(/^-?\d{1,12}(?:\.\d{1,6})?$/))]);

const usageEvent = z.object({
  /** The program's own. The same one again is no new usage. */
  id: usageId,
  meter: meterKey,
  /** One of the two. */
  organizationId: z.optional(id),
  externalId: z.optional(externalId),
  /** Needed where the organization has several subscriptions with the meter. */
  subscriptionId: z.optional(id),
  /** Below zero to correct. 1 where it is left out. */
  quantity: z.optional(quantity),
  occurredAt: time,
  properties: z.optional(metadata),
});
export type UsageEvent = z.output<typeof usageEvent>;

const refusalCodes = [
  'event_invalid',
  'id_reused',
  'meter_unknown',
  'organization_unknown',
  'organization_closed',
  'subscription_unknown',
  'subscription_required',
  'quantity_invalid',
  'occurred_too_early',
  'occurred_in_future',
  'property_missing',
] as const;
export type UsageRefusalCode = (typeof refusalCodes)[number];

const refusal = z.object({
  /** Of the event in the call, from 0. */
  index: z.int(),
  code: z.enum(refusalCodes),
  detail: z.string(),
});
export type UsageRefusal = z.output<typeof refusal>;

export const sendUsage = endpoint({
  method: 'POST',
  path: '/v1/usage',
  summary:
    'Up to 1000 events of usage. An id that was sent before is no new usage; a refused event stops no other. `occurredAt` is at most 35 days back and 5 minutes ahead',
  reference: {
    title: 'Передать расход',
    hint: 'До 1000 событий за вызов. Повтор с тем же id ничего не меняет, неверное событие не мешает остальным.',
    client: 'usage.send',
  },
  access: { key: 'usage:write' },
  body: z.object({ events: z.array(z.unknown()).check(z.minLength(1)) }),
  describedBody: z.object({ events: z.array(usageEvent).check(z.minLength(1), z.maxLength(maxUsageEvents)) }),
  maxBodyBytes: 4 * 1024 * 1024,
  status: 200,
  answer: z.object({
    accepted: z.int(),
    /** Known already, with the same content. */
    repeated: z.int(),
    refused: z.array(refusal),
  }),
  problems: ['too_many_events'],
});

export const readUsage = endpoint({
  method: 'GET',
  path: '/v1/usage',
  summary: 'What an organization used of a meter, by hour (at most 31 days) or by day of the business (at most 366)',
  reference: {
    title: 'Прочитать расход',
    hint: 'Суммы организации по часам или дням. Пустые часы и дни не перечисляются.',
    client: 'usage.read',
  },
  access: { key: 'usage:read' },
  query: z.object({
    organizationId: id,
    meter: meterKey,
    /** Days of the business, the second one not included. */
    from: day,
    to: day,
    by: z._default(z.enum(['hour', 'day']), 'day'),
  }),
  status: 200,
  answer: z.object({
    items: z.array(z.object({ from: time, quantity: z.string() })),
    /** Of the whole time: a sum, the highest or the number of different ones, as the meter says. */
    total: z.string(),
    unit: z.string(),
  }),
  problems: ['not_found'],
});

export const deleteUsage = endpoint({
  method: 'DELETE',
  path: '/v1/usage/{usageId}',
  summary: 'Take an event back. Its id stays used',
  reference: {
    title: 'Отменить событие расхода',
    hint: 'Не старше 35 дней. Уже списанное вернётся на баланс со следующим списанием.',
    client: 'usage.delete',
  },
  access: { key: 'usage:write' },
  params: z.object({ usageId }),
  status: 204,
  problems: ['not_found', 'usage_closed'],
});
