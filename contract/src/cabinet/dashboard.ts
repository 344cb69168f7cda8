import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id } from '../shared/fields.ts';
import { currency, money } from '../shared/money.ts';
import { organizationParams } from './organizations.ts';
import { payment, paymentMethods, paymentStatuses } from './payments.ts';

/** How far back a dashboard looks, with what people read of it. */
export const periods = { '7d': '7 дней', '30d': '30 дней', '90d': '90 дней', '365d': 'год' } as const;
export type Period = keyof typeof periods;

export const steps = ['day', 'week', 'month'] as const;
export type Step = (typeof steps)[number];

const day = z.iso.date();
const moved = { inMinor: z.int(), outMinor: z.int() };
const share = { count: z.int(), amountMinor: z.int() };

export const dashboard = z.object({
  balances: z.array(money),
  currency,
  period: z.enum(Object.keys(periods) as [Period, ...Period[]]),
  step: z.enum(steps),
  /** One point a step, empty ones included; `date` is the first day of the step. */
  series: z.array(z.object({ date: day, ...moved })),
  total: z.object(moved),
  /** Of what left over the period, what was not spent: refunds and bonuses taken back. */
  returnedMinor: z.int(),
  /** The same number of days just before the period. */
  previous: z.object(moved),
  byStatus: z.array(z.object({ status: z.enum(paymentStatuses), ...share })),
  byMethod: z.array(z.object({ method: z.enum(paymentMethods), ...share })),
  topPayers: z.array(z.object({ userId: id, name: z.string(), ...share })),
  recent: z.array(payment),
  /**
   * How many days the balance lasts at the pace of the last 30 days; null while nothing is charged. Charges and
   * downward corrections count, which is how staff charge by hand; refunds do not.
   */
  daysLeft: z.nullable(z.int()),
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
