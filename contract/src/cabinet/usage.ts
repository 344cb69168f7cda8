import * as z from 'zod/mini';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';

const meterUsage = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Days of the current period that usage is priced by, the second one not among them. */
  from: day,
  to: day,
  /** In them so far, with what it costs. */
  quantity: z.string(),
  amountMinor: z.int(),
  includedQuantity: z.string(),
  /** What the period will cost at the pace so far. */
  forecastMinor: z.int(),
  points: z.array(z.object({ from: time, quantity: z.string() })),
});

const usage = z.object({
  currency,
  /** Used and not charged yet, of all meters, also of periods that are over. */
  notChargedMinor: z.int(),
  meters: z.array(meterUsage),
});
export type SubscriptionUsage = z.output<typeof usage>;

export const usageSteps = ['hour', 'day'] as const;
export type UsageStep = (typeof usageSteps)[number];

const by = z._default(z.enum(usageSteps), 'day');

const reading = {
  method: 'GET',
  params: z.object({ subscriptionId: id }),
  query: z.object({ by }),
  status: 200,
  answer: usage,
  problems: ['not_found'],
} as const;

export const getSubscriptionUsage = endpoint({
  ...reading,
  path: '/api/subscriptions/{subscriptionId}/usage',
  summary: 'What a subscription has used: the last 31 days by day or the last two by hour, with cost and forecast',
  access: { organization: 'services.read', of: 'session' },
});

export const getSubscriptionUsageAsStaff = endpoint({
  ...reading,
  path: '/api/admin/subscriptions/{subscriptionId}/usage',
  summary: 'The same for staff',
  access: { staff: 'admin.read' },
});

const exporting = {
  method: 'GET',
  params: z.object({ subscriptionId: id }),
  query: z.object({ by, format: z.enum(['csv', 'xlsx']) }),
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  status: 200,
  problems: ['not_found'],
} as const;

export const exportSubscriptionUsage = endpoint({
  ...exporting,
  path: '/api/subscriptions/{subscriptionId}/usage/export',
  summary: 'What a subscription has used as a file: the last 366 days by day or the last 31 by hour',
  access: { organization: 'services.read', of: 'session' },
});

export const exportSubscriptionUsageAsStaff = endpoint({
  ...exporting,
  path: '/api/admin/subscriptions/{subscriptionId}/usage/export',
  summary: 'The same for staff',
  access: { staff: 'admin.read' },
});
