import * as z from 'zod/mini';
import { lineOfText, search } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { listEntries } from './balance.ts';
import { paymentMethods } from './create-payment-form.ts';
import { type Period, periods, steps } from './dashboard.ts';
import { documentKind } from './documents.ts';
import { paymentGroups, paymentStates } from './payments.ts';
import { listRequests } from './requests.ts';
import type { CabinetList } from './saved-views.ts';

export const days = {
  period: z.enum(['today', '7d', '30d', 'month', 'last-month', 'quarter', 'last-quarter', 'year', 'last-year']),
  from: z.iso.date(),
  to: z.iso.date(),
};
export const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/));
export const amount = z.string().check(z.regex(/^[\d\s\u00a0]{1,20}([.,]\d{1,2})?$/));

/**
 * What a list may be narrowed by, as it stands in its address. What is open over a list, such as one operation, is no
 * filter.
 */
export const cabinetFilters = {
  operations: z.object({
    kind: listEntries.query.shape.kind,
    direction: listEntries.query.shape.direction,
    currency: z.optional(currency),
    ...z.partial(z.object(days)).shape,
    zone: z.optional(z.literal('msk')),
    service: z.optional(lineOfText(1, 128)),
    q: z.optional(search),
  }),
  payments: z.object({
    status: z.optional(z.enum([...paymentStates, ...paymentGroups, 'transfers'])),
    method: z.optional(z.enum(paymentMethods)),
    currency: z.optional(currency),
    ...z.partial(z.object(days)).shape,
    amountMin: z.optional(amount),
    amountMax: z.optional(amount),
    q: z.optional(search),
  }),
  documents: z.object({
    kind: z.optional(documentKind),
    period: z.optional(z.union([days.period, month])),
    from: z.optional(days.from),
    to: z.optional(days.to),
  }),
  spending: z.object({
    period: z.optional(z.enum(Object.keys(periods) as [Period, ...Period[]])),
    step: z.optional(z.enum(steps)),
    currency: z.optional(currency),
  }),
  requests: z.object({ state: listRequests.query.shape.state, q: z.optional(search) }),
} satisfies Record<CabinetList, z.ZodMiniObject>;
