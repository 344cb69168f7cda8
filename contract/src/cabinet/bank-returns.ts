import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, idempotencyHeaders, lineOfText, pageOf, pageQuery, time } from '../shared/fields.ts';
import { amountMinor, currency } from '../shared/money.ts';
import { organizationParams } from './organizations.ts';

export const bankReturnStatuses = {
  pending: 'В работе',
  returned: 'Вернули',
  declined: 'Не вернули',
} as const;
export type BankReturnStatus = keyof typeof bankReturnStatuses;
export const bankReturnStatus = z.enum(Object.keys(bankReturnStatuses) as [BankReturnStatus, ...BankReturnStatus[]]);

export const bankReturn = z.object({
  id,
  amountMinor: z.int(),
  currency,
  status: bankReturnStatus,
  comment: z.nullable(z.string()),
  /** Null after the account was deleted. */
  requestedBy: z.nullable(z.string()),
  /** Of the payment order that took the money; null unless returned. */
  orderNumber: z.nullable(z.string()),
  /** Null unless declined. */
  reason: z.nullable(z.string()),
  createdAt: time,
  decidedAt: z.nullable(time),
});
export type BankReturn = z.output<typeof bankReturn>;

export const bankReturnForm = z.object({
  amountMinor,
  currency,
  comment: z.optional(lineOfText(0, 250, ['комментарий', 'комментария'])),
});

export const requestBankReturn = endpoint({
  method: 'POST',
  path: '/api/organizations/{organizationId}/bank-returns',
  summary: 'Ask for money that came by bank transfers to be sent back; it leaves the balance at once',
  access: { organization: 'payments.refund', of: 'path' },
  params: organizationParams,
  headers: idempotencyHeaders,
  body: bankReturnForm,
  status: 201,
  answer: z.object({ id }),
  problems: ['not_found', 'bank_return_not_covered', 'too_many_bank_returns', 'idempotency_conflict'],
});

export const listBankReturns = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/bank-returns',
  summary: 'Returns by bank, newest first, and how much more can be asked for',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: z.extend(pageOf(bankReturn), {
    /** What came by bank transfers and is not spent, used either; a currency without any is left out. */
    returnable: z.array(z.object({ currency, returnableMinor: z.int() })),
  }),
});
