import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { balance, daysLeft } from './balance.ts';
import { paymentMethods } from './create-payment-form.ts';
import { organizationParams } from './organizations.ts';
import { payment, paymentStatuses } from './payments.ts';

export const periods = { '7d': '7 дней', '30d': '30 дней', '90d': '90 дней', '365d': 'год' } as const;
export type Period = keyof typeof periods;
export const periodDays: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 };

/** How money comes in: what a person pays by, or a bank transfer. */
export const incomingMethods = [...paymentMethods, 'bank_transfer'] as const;
export type IncomingMethod = (typeof incomingMethods)[number];

export const steps = ['day', 'week', 'month'] as const;
export type Step = (typeof steps)[number];

const day = z.iso.date();
const moved = { inMinor: z.int(), outMinor: z.int() };
/** The balance is what there was at the end of the step. */
const point = z.object({ date: day, ...moved, balanceMinor: z.int() });
const share = { count: z.int(), amountMinor: z.int() };

const upcomingCharge = z.object({
  subscriptionId: id,
  on: day,
  serviceName: z.string(),
  tariffName: z.string(),
  amountMinor: z.int(),
  currency,
});
export type UpcomingCharge = z.output<typeof upcomingCharge>;

export const dashboard = z.object({
  balances: z.array(balance),
  currency,
  period: z.enum(Object.keys(periods) as [Period, ...Period[]]),
  step: z.enum(steps),
  /** One point per step, including empty ones; `date` is its first day. */
  series: z.array(point),
  /** Points of the preceding period of the same length; where steps do not divide it, one more or less. */
  previousSeries: z.array(point),
  total: z.object(moved),
  /** The part of `out` that is not spending: refunds and reversed bonuses. */
  returnedMinor: z.int(),
  /** Charges less their refunds, as `getSpending` counts them. */
  spentMinor: z.int(),
  /** The preceding period of the same length. */
  previous: z.object(moved),
  /** A credited bank transfer counts as a payment that succeeded. */
  byStatus: z.array(z.object({ status: z.enum(paymentStatuses), ...share })),
  byMethod: z.array(z.object({ method: z.enum(incomingMethods), ...share })),
  /** The sender of a bank transfer has no account: `userId` is null. */
  topPayers: z.array(z.object({ userId: z.nullable(id), name: z.string(), ...share })),
  recent: z.array(payment),
  /** What subscriptions will charge within 30 days if nothing changes, by day, in every currency. */
  upcoming: z.array(upcomingCharge),
  daysLeft,
});
export type Dashboard = z.output<typeof dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard/{organizationId}',
  summary: 'Balance, money in and out, shares and forecast of one organization',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  query: z.object({
    period: z._default(z.enum(Object.keys(periods) as [Period, ...Period[]]), '30d'),
    step: z.optional(z.enum(steps)),
    currency: z.optional(currency),
  }),
  status: 200,
  answer: dashboard,
});
