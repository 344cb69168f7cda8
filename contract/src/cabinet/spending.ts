import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { lineOfText } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { type Period, periods, steps } from './dashboard.ts';
import { organizationParams } from './organizations.ts';

/** Services that are named; the others are one sum. */
export const maxServices = 5;

const day = z.iso.date();
/** The preceding period of the same length is `previousMinor`. */
const spent = { count: z.int(), amountMinor: z.int(), previousMinor: z.int() };

export const getSpending = endpoint({
  method: 'GET',
  path: '/api/dashboard/{organizationId}/spending',
  summary: 'What the period charged by service, less what it refunded of charges, the month’s forecast and its budgets',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  query: z.object({
    period: z._default(z.enum(Object.keys(periods) as [Period, ...Period[]]), '30d'),
    step: z.optional(z.enum(steps)),
    currency,
  }),
  status: 200,
  answer: z.object({
    step: z.enum(steps),
    total: z.object(spent),
    /** The largest first; null is what was charged without a service. */
    services: z.array(z.object({ service: z.nullable(z.string()), ...spent })),
    /** Null when every service is named. */
    others: z.nullable(z.object({ services: z.int(), ...spent })),
    /** One point per step; `amounts` are of the services in their order, then of the others. */
    series: z.array(z.object({ date: day, amounts: z.array(z.int()) })),
    /** The calendar month in Moscow: what was spent so far, and what it will come to. */
    month: z.object({ spentMinor: z.int(), forecastMinor: z.int() }),
    /** For the month; the service is null for all of them together. */
    budgets: z.array(z.object({ service: z.nullable(z.string()), limitMinor: z.int(), spentMinor: z.int() })),
  }),
});
export type Spending = z.output<typeof getSpending.answer>;

export const budgetLimitForm = z.object({ limitMinor: z.int().check(z.gte(1), z.lte(100_000_000_000)) });

export const budgetForm = z.object({
  currency,
  /** Null for all services together. */
  service: z.nullable(lineOfText(1, 100)),
  /** Null for none. */
  limitMinor: z.nullable(budgetLimitForm.shape.limitMinor),
});

export const setBudget = endpoint({
  method: 'PUT',
  path: '/api/dashboard/{organizationId}/budget',
  summary: 'Choose how much a month may be spent on a service or on all before members are warned',
  access: { organization: 'payments.refund', of: 'path' },
  params: organizationParams,
  body: budgetForm,
  status: 204,
  problems: ['too_many_budgets'],
});
