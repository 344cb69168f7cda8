import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';

export const bankTransfer = z.object({
  id,
  amountMinor: z.int(),
  currency,
  payer: z.string(),
  purpose: z.string(),
  /** Null for a transfer that was credited without one. */
  invoiceId: z.nullable(id),
  invoiceNumber: z.nullable(z.string()),
  /** When it was credited to the organization. */
  createdAt: time,
});
export type BankTransfer = z.output<typeof bankTransfer>;

const filters = {
  from: z.optional(time),
  to: z.optional(time),
  amountMin: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  amountMax: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  /** Part of the payer's name or of the purpose, or the number of the invoice. */
  q: z.optional(search),
};
const transferFilter = z.object(filters);
export type TransferFilter = z.output<typeof transferFilter>;

export const listBankTransfers = endpoint({
  method: 'GET',
  path: '/api/bank-transfers',
  summary: 'Bank transfers credited to the active organization, newest first',
  access: { organization: 'payments.read', of: 'session' },
  query: z.object({ ...pageQuery, ...filters }),
  status: 200,
  answer: pageOf(bankTransfer),
});

export const getBankTransferTotals = endpoint({
  method: 'GET',
  path: '/api/bank-transfers/totals',
  summary: 'How many bank transfers the filters select, and their sum',
  access: { organization: 'payments.read', of: 'session' },
  query: transferFilter,
  status: 200,
  answer: z.object({ count: z.int(), amountMinor: z.int(), currency }),
});
export type BankTransferTotals = z.output<typeof getBankTransferTotals.answer>;

export const exportBankTransfers = endpoint({
  method: 'GET',
  path: '/api/bank-transfers/export',
  summary: 'The bank transfers that the filters select, as a file',
  access: { organization: 'payments.export', of: 'session' },
  query: z.object({ ...filters, format: z.enum(['csv', 'xlsx']) }),
  status: 200,
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});
