import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { time } from '../shared/fields.ts';
import { currency, money } from '../shared/money.ts';

/** Counts of what staff have to decide or repair. */
export const waiting = z.object({
  reviewPayments: z.int(),
  silentRefunds: z.int(),
  /** By 54-ФЗ, that the providers did not register. */
  failedReceipts: z.int(),
  /** Returns by bank that wait for a decision. */
  bankReturns: z.int(),
  /** Letters among them: each is sent by a job. */
  failedJobs: z.int(),
  unidentifiedReceipts: z.int(),
  waitingRequests: z.int(),
});
export type Waiting = z.output<typeof waiting>;

export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'How much of each kind waits for staff',
  access: { staff: 'admin.read' },
  status: 200,
  answer: waiting,
});

export const overview = z.object({
  users: z.object({ total: z.int(), lastWeek: z.int() }),
  organizations: z.object({ total: z.int(), lastWeek: z.int() }),
  /** What all organizations have together, by currency; a currency without money is left out. */
  balances: z.array(money),
  /** Payments by creation day and bank transfers by the day they were credited, of the last 30; refunds are not subtracted. */
  moneyIn: z.array(z.object({ date: z.iso.date(), currency, amountMinor: z.int() })),
  /** Payments created in the last 30 days. */
  conversion: z.object({ created: z.int(), succeeded: z.int() }),
  health: z.object({
    /** Payments without any answer of the provider; staying above zero means that it is down. */
    unansweredPayments: z.int(),
    waitingJobs: z.int(),
    isMailReal: z.boolean(),
    isProviderReal: z.boolean(),
    /** The mailbox that answers to letters come to; null where none is configured. */
    inbox: z.nullable(
      z.object({
        /** Null while it can be read. */
        fault: z.nullable(z.enum(['connection', 'login', 'folder'])),
        failingSince: z.nullable(time),
      }),
    ),
  }),
  attention: waiting,
});
export type Overview = z.output<typeof overview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'How the product does, and what needs a person',
  access: { staff: 'admin.read' },
  status: 200,
  answer: overview,
});
