import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { pageOf, pageQuery } from '../shared/page.ts';

/** Money that came to the balance by bank transfer. */
export const bankTransfer = z.object({
  id,
  amountMinor: z.int(),
  currency,
  payer: z.string(),
  purpose: z.string(),
  /** Null for a transfer that was credited without one. */
  invoiceId: z.nullable(id),
  invoiceNumber: z.nullable(z.string()),
  createdAt: time,
});
export type BankTransfer = z.output<typeof bankTransfer>;

export const listBankTransfers = endpoint({
  method: 'GET',
  path: '/api/bank-transfers',
  summary: 'Bank transfers credited to the active organization, newest first',
  access: { organization: 'payments.read', of: 'session' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(bankTransfer),
});
