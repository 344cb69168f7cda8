import * as z from 'zod/mini';
import { auditEntry } from '../cabinet/audit.ts';
import { ledgerEntry } from '../cabinet/balance.ts';
import { organizationParams } from '../cabinet/organizations.ts';
import { payment, paymentStatuses, refundForm } from '../cabinet/payments.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, optionalIdempotencyHeaders, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { pageOf, pageQuery } from '../shared/page.ts';
import { reason, reasonForm } from './admin.ts';

export const adminPayment = z.extend(payment, {
  organizationId: id,
  organizationName: z.string(),
  /** The payment's number at the provider, once it has answered. */
  providerPaymentId: z.nullable(z.string()),
  /** What the provider says was paid, where that sent the payment to review. Null amount: none that could be ours. */
  claim: z.nullable(
    z.object({ amountMinor: z.nullable(z.int()), currency: z.string(), providerPaymentId: z.string() }),
  ),
});
export type AdminPayment = z.output<typeof adminPayment>;

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  summary: 'Payments of all organizations, newest first',
  access: { operator: 'admin.read' },
  query: z.object({
    ...pageQuery,
    status: z.optional(z.enum(paymentStatuses)),
    organizationId: z.optional(id),
    q: z.optional(id),
  }),
  status: 200,
  answer: pageOf(adminPayment),
});

const paymentParams = z.object({ paymentId: id });

export const resolvePayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{paymentId}/resolve',
  summary: 'End the review of a payment: credit what was really paid, or cancel it',
  access: { operator: 'admin.money' },
  params: paymentParams,
  body: z.object({ status: z.enum(['succeeded', 'canceled']), reason }),
  status: 200,
  answer: adminPayment,
  problems: [
    'not_found',
    'payment_not_in_review',
    'organization_closed',
    'paid_amount_unknown',
    'paid_for_another_payment',
  ],
});

export const refundAnyPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{paymentId}/refunds',
  summary: 'Return money of a payment to whoever paid it',
  access: { operator: 'admin.money' },
  params: paymentParams,
  headers: optionalIdempotencyHeaders,
  body: refundForm,
  status: 201,
  answer: adminPayment,
  problems: ['not_found', 'payment_not_refundable', 'refund_too_large', 'refund_not_covered', 'idempotency_conflict'],
});

export const silentRefund = z.object({
  id,
  paymentId: id,
  organizationId: id,
  organizationName: z.string(),
  amountMinor: z.int(),
  currency,
  reason: z.string(),
  createdAt: time,
});
export type SilentRefund = z.output<typeof silentRefund>;

export const listSilentRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds',
  summary: 'Refunds that the provider kept silent about for a day, so that only a person can tell what became of them',
  access: { operator: 'admin.read' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(silentRefund),
});

export const resolveRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/{refundId}/resolve',
  summary: 'Tell what became of such a refund: returned, or back to the balance',
  access: { operator: 'admin.money' },
  params: z.object({ refundId: id }),
  body: z.object({ status: z.enum(['succeeded', 'canceled']), reason }),
  status: 204,
  problems: ['not_found', 'refund_not_silent', 'organization_closed'],
});

export const adminEntry = z.extend(ledgerEntry, {
  /** What the operator said of a correction. The name is null once they have deleted their account. */
  correction: z.nullable(z.object({ reason: z.string(), operatorName: z.nullable(z.string()) })),
});
export type AdminEntry = z.output<typeof adminEntry>;

export const listAnyEntries = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/ledger',
  summary: 'Every movement of an organization’s balance, newest first, with who corrected it and why',
  access: { operator: 'admin.read' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(adminEntry),
  problems: ['not_found'],
});

export const listAllAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What operators and people did, newest first',
  access: { operator: 'admin.read' },
  query: z.object({ ...pageQuery, actorId: z.optional(id), organizationId: z.optional(id) }),
  status: 200,
  answer: pageOf(z.extend(auditEntry, { organizationName: z.nullable(z.string()) })),
});

export const failedJob = z.object({ id, name: z.string(), failedAt: time, error: z.string() });

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Jobs that were tried as often as allowed and failed',
  access: { operator: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(failedJob) }),
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/{name}/{jobId}/retry',
  summary: 'Try a failed job again',
  access: { operator: 'admin.manage' },
  params: z.object({ name: z.string().check(z.maxLength(60), z.regex(/^[a-z-]+$/)), jobId: id }),
  body: reasonForm,
  status: 204,
  problems: ['not_found'],
});
