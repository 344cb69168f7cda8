import * as z from 'zod/mini';
import { bankReturn, bankReturnStatus } from '../cabinet/bank-returns.ts';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery } from '../shared/fields.ts';
import { returnOrder } from './bank-statements.ts';
import { reasonForm } from './reason.ts';

/** An account from which the organization's money came. */
export const sourceAccount = z.object({
  payer: z.string(),
  inn: z.nullable(z.string()),
  account: z.string(),
  /** Null for a statement that was read before it was stored. */
  bik: z.nullable(z.string()),
  /** Of the last transfer from it. */
  lastDay: day,
});
export type SourceAccount = z.output<typeof sourceAccount>;

export const adminBankReturn = z.extend(bankReturn, {
  organizationId: id,
  organizationName: z.string(),
  inn: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  /** Where to send the money, the account used last first. */
  accounts: z.array(sourceAccount),
});
export type AdminBankReturn = z.output<typeof adminBankReturn>;

export const listAllBankReturns = endpoint({
  method: 'GET',
  path: '/api/admin/bank-returns',
  summary: 'Returns by bank: those that wait oldest first, decided ones newest first',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, status: z._default(bankReturnStatus, 'pending') }),
  status: 200,
  answer: pageOf(adminBankReturn),
});

const bankReturnParams = z.object({ bankReturnId: id });
export const returnedForm = z.object({ orderNumber: returnOrder });

export const markBankReturned = endpoint({
  method: 'POST',
  path: '/api/admin/bank-returns/{bankReturnId}/returned',
  summary: 'Say that the bank has sent the money, and by which payment order',
  access: { staff: 'admin.money', isConfirmed: true },
  params: bankReturnParams,
  body: returnedForm,
  status: 204,
  problems: ['confirmation_required', 'not_found', 'bank_return_already_decided'],
});

export const declineBankReturn = endpoint({
  method: 'POST',
  path: '/api/admin/bank-returns/{bankReturnId}/declined',
  summary: 'Decline to send the money: it goes back to the balance',
  access: { staff: 'admin.money' },
  params: bankReturnParams,
  body: reasonForm,
  status: 204,
  problems: ['not_found', 'bank_return_already_decided', 'organization_closed'],
});
