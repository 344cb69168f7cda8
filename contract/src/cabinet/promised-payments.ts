import * as z from 'zod/mini';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';

const reading = { organization: 'services.read', of: 'session' } as const;
const managing = { organization: 'services.manage', of: 'session' } as const;

const promisedPayment = z.object({
  /** Null where it cannot be taken now; `reason` says why. */
  offer: z.nullable(z.object({ amountMinor: z.int(), currency, until: day })),
  reason: z.nullable(z.enum(['not_allowed', 'active', 'unpaid', 'too_early', 'nothing_due'])),
  /** The day from which it may be taken again. */
  againOn: z.nullable(day),
  active: z.nullable(z.object({ amountMinor: z.int(), currency, until: day, takenAt: time })),
});
export type PromisedPayment = z.output<typeof promisedPayment>;

const takenPromise = z.object({
  id,
  amountMinor: z.int(),
  currency,
  /** The last day of it. */
  until: day,
  takenAt: time,
  status: z.enum(['active', 'paid', 'unpaid']),
});
export type TakenPromise = z.output<typeof takenPromise>;

export const listPromisedPayments = endpoint({
  method: 'GET',
  path: '/api/promised-payments',
  summary: 'The last 50 promised payments of the active organization, newest first',
  access: reading,
  status: 200,
  answer: z.object({ items: z.array(takenPromise) }),
});

export const getPromisedPayment = endpoint({
  method: 'GET',
  path: '/api/promised-payment',
  summary: 'Whether the active organization may go on until it pays, for how much and how long',
  access: reading,
  status: 200,
  answer: promisedPayment,
});

export const takePromisedPayment = endpoint({
  method: 'POST',
  path: '/api/promised-payment',
  summary: 'Take the promised payment: a credit limit with an end',
  access: managing,
  status: 200,
  answer: promisedPayment,
  problems: ['promised_payment_refused'],
});
