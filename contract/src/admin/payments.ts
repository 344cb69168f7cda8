import * as z from 'zod/mini';
import { payment, paymentStatuses, refundForm } from '../cabinet/payments.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, optionalIdempotencyHeaders, pageOf, pageQuery } from '../shared/fields.ts';
import { reason } from './reason.ts';

export const adminPayment = z.extend(payment, {
  organizationId: id,
  organizationName: z.string(),
  /** Null until the provider has answered. */
  providerPaymentId: z.nullable(z.string()),
  /** What the provider claims was paid, for a payment in review. A null amount cannot be credited. */
  claim: z.nullable(
    z.object({ amountMinor: z.nullable(z.int()), currency: z.string(), providerPaymentId: z.string() }),
  ),
});
export type AdminPayment = z.output<typeof adminPayment>;

const differences: readonly (string | null)[] = ['payment_differs', 'currency_differs', 'amount_differs'];

/** Other money came than was asked for, so that only what the provider claims may be credited. */
export function isPaidOtherwise({ reason }: { reason: string | null }): boolean {
  return differences.includes(reason);
}

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  summary: 'Payments of all organizations, newest first',
  access: { staff: 'admin.read' },
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
  access: { staff: 'admin.money' },
  params: paymentParams,
  body: z.object({ status: z.enum(['succeeded', 'canceled']), reason }),
  status: 200,
  answer: adminPayment,
  problems: [
    'not_found',
    'payment_not_in_review',
    'charge_revoked',
    'organization_closed',
    'paid_amount_unknown',
    'paid_for_another_payment',
  ],
});

export const refundPaymentAsStaff = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{paymentId}/refunds',
  summary: 'Return money of a payment to whoever paid it',
  access: { staff: 'admin.money' },
  params: paymentParams,
  headers: optionalIdempotencyHeaders,
  body: refundForm,
  status: 201,
  answer: adminPayment,
  problems: ['not_found', 'payment_not_refundable', 'refund_too_large', 'refund_not_covered', 'idempotency_conflict'],
});
