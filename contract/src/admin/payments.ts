import * as z from 'zod/mini';
import { getPaymentTotals, payment, paymentFilter, refundForm } from '../cabinet/payments.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, optionalIdempotencyHeaders, pageOf, pageQuery, search } from '../shared/fields.ts';
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

export const allPaymentsFilter = z.extend(paymentFilter, {
  organizationId: z.optional(id),
  /** A number such as «К-3629», an id, or the beginning of words of the organization's name or of its ИНН. */
  q: z.optional(search),
});
export type AllPaymentsFilter = z.output<typeof allPaymentsFilter>;

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  summary: 'Payments of all organizations, newest first',
  access: { staff: 'admin.read' },
  query: z.extend(allPaymentsFilter, pageQuery),
  status: 200,
  answer: pageOf(adminPayment),
});

/** Sums of a list are counted up to so many rows. */
export const maxCountedRows = 100_000;

export const getAllPaymentTotals = endpoint({
  method: 'GET',
  path: '/api/admin/payments/totals',
  summary: 'How many payments of all organizations the filters select, and their sums by currency',
  access: { staff: 'admin.read' },
  query: allPaymentsFilter,
  status: 200,
  answer: z.object({
    count: z.int(),
    /** More are selected than are counted; there are no sums then. */
    isCut: z.boolean(),
    items: getPaymentTotals.answer.shape.items,
  }),
});

const tableFiles = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

export const exportAllPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments/export',
  summary: 'The payments of all organizations that the filters select, as a file',
  access: { staff: 'admin.read' },
  query: z.extend(allPaymentsFilter, { format: z.enum(['csv', 'xlsx']) }),
  status: 200,
  file: tableFiles,
});

const paymentParams = z.object({ paymentId: id });

export const resolvePayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{paymentId}/resolve',
  summary: 'End the review of a payment: credit what was really paid or what was asked for, or cancel it',
  access: { staff: 'admin.money', isConfirmed: true },
  params: paymentParams,
  body: z.object({
    status: z.enum(['succeeded', 'canceled']),
    /** Which sum is credited where they differ. Of the payment itself no more is ever credited than came. */
    credit: z._default(z.enum(['paid', 'requested']), 'paid'),
    reason,
  }),
  status: 200,
  answer: adminPayment,
  problems: [
    'confirmation_required',
    'not_found',
    'payment_not_in_review',
    'charge_revoked',
    'organization_closed',
    'paid_amount_unknown',
    'paid_in_another_currency',
    'paid_for_another_payment',
  ],
});

export const refundPaymentAsStaff = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{paymentId}/refunds',
  summary: 'Return money of a payment to whoever paid it',
  access: { staff: 'admin.money', isConfirmed: true },
  params: paymentParams,
  headers: optionalIdempotencyHeaders,
  body: refundForm,
  status: 201,
  answer: adminPayment,
  problems: [
    'confirmation_required',
    'not_found',
    'payment_not_refundable',
    'refund_too_large',
    'refund_not_covered',
    'idempotency_conflict',
  ],
});
