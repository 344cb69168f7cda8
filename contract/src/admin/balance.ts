import * as z from 'zod/mini';
import { balance, ledgerEntry } from '../cabinet/balance.ts';
import { organizationParams } from '../cabinet/organizations.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, idempotencyHeaders, pageOf, pageQuery, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { reason } from './reason.ts';

export const adjustmentForm = z.object({
  /** A negative amount debits the balance. */
  amountMinor: z.int().check(
    z.gte(-100_000_000_000),
    z.lte(100_000_000_000),
    z.refine((amount) => amount !== 0, { error: 'Введите сумму больше или меньше нуля' }),
  ),
  currency,
  reason,
  /** The entry of an earlier correction that this one undoes; the amount must be the opposite of it. */
  undoes: z.optional(id),
});

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{organizationId}/adjustments',
  summary: 'Correct a balance by a ledger transfer. The same key again changes nothing',
  access: { staff: 'admin.money', isConfirmed: true },
  params: organizationParams,
  headers: idempotencyHeaders,
  body: adjustmentForm,
  status: 201,
  answer: z.object({ balances: z.array(balance) }),
  problems: [
    'confirmation_required',
    'not_found',
    'insufficient_balance',
    'organization_closed',
    'adjustment_not_undoable',
    'idempotency_conflict',
  ],
});

export const creditLimitForm = z.object({
  currency,
  /** How far below zero the balance may go; zero for no credit. */
  limitMinor: z.int().check(z.gte(0), z.lte(100_000_000_000)),
  reason,
});

export const setCreditLimit = endpoint({
  method: 'PATCH',
  path: '/api/admin/organizations/{organizationId}/credit-limit',
  summary: 'Let a balance go below zero by so much, or no further',
  access: { staff: 'admin.money', isConfirmed: true },
  params: organizationParams,
  body: creditLimitForm,
  status: 204,
  problems: ['confirmation_required', 'not_found', 'organization_closed', 'credit_limit_used'],
});

export const adminEntry = z.extend(ledgerEntry, {
  /** Who corrected and why. The name is null after the account was deleted. */
  correction: z.nullable(
    z.object({
      reason: z.string(),
      operatorName: z.nullable(z.string()),
      /** Whether it may be undone: it was not yet, and undoes none itself. */
      isUndoable: z.boolean(),
    }),
  ),
});
export type AdminEntry = z.output<typeof adminEntry>;

export const listEntriesAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/ledger',
  summary: 'Every movement of an organization’s balance, newest first, with who corrected it and why',
  access: { staff: 'admin.read' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(adminEntry),
  problems: ['not_found'],
});

export const adminCharge = z.object({
  id,
  amountMinor: z.int(),
  refundedMinor: z.int(),
  currency,
  description: z.string(),
  service: z.nullable(z.string()),
  createdAt: time,
});
export type AdminCharge = z.output<typeof adminCharge>;

export const listChargesAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/charges',
  summary: 'Charges of an organization, newest first',
  access: { staff: 'admin.read' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(adminCharge),
  problems: ['not_found'],
});

export const adminHold = z.object({
  id,
  amountMinor: z.int(),
  capturedMinor: z.int(),
  currency,
  description: z.string(),
  status: z.enum(['open', 'captured', 'released', 'expired']),
  expiresAt: time,
  createdAt: time,
});
export type AdminHold = z.output<typeof adminHold>;

export const listHoldsAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/holds',
  summary: 'Holds of an organization, newest first',
  access: { staff: 'admin.read' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(adminHold),
  problems: ['not_found'],
});
