import * as z from 'zod/mini';
import { paymentMethods } from '../cabinet/create-payment-form.ts';
import { refundStatuses } from '../cabinet/payments.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { reason } from './reason.ts';

/** Why staff have to decide: the provider does not answer, does not say of which refund its answer is, … */
export const undecidedCauses = [
  'provider_silent',
  'provider_unclear',
  'provider_unknown',
  'return_refused',
  'organization_closed',
] as const;
export type UndecidedCause = (typeof undecidedCauses)[number];

const refund = z.object({
  id,
  paymentId: id,
  paymentNumber: z.int(),
  organizationId: id,
  organizationName: z.string(),
  amountMinor: z.int(),
  currency,
  reason: z.string(),
  createdAt: time,
});
const undecidedRefund = z.extend(refund, { cause: z.enum(undecidedCauses) });
export type UndecidedRefund = z.output<typeof undecidedRefund>;

export const listUndecidedRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds',
  summary: 'Refunds whose outcome cannot be learned from the provider, so that staff decide it',
  access: { staff: 'admin.read' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(undecidedRefund),
});

export const resolveRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/{refundId}/resolve',
  summary: 'Decide the outcome of such a refund: returned, or back to the balance',
  access: { staff: 'admin.money', isConfirmed: true },
  params: z.object({ refundId: id }),
  body: z.object({ status: z.enum(['succeeded', 'canceled']), reason }),
  status: 204,
  problems: ['confirmation_required', 'not_found', 'refund_already_decided', 'organization_closed', 'charge_revoked'],
});

const allRefundsFilter = z.object({
  status: z.optional(z.enum(refundStatuses)),
  method: z.optional(z.enum(paymentMethods)),
  currency: z.optional(currency),
  from: z.optional(time),
  to: z.optional(time),
  amountMin: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  amountMax: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  organizationId: z.optional(id),
  /** The payment's number or id, the refund's id, or the beginning of words of the organization's name or of its ИНН. */
  q: z.optional(search),
});
export type AllRefundsFilter = z.output<typeof allRefundsFilter>;

export const adminRefund = z.extend(refund, {
  method: z.enum(paymentMethods),
  cardLast4: z.nullable(z.string()),
  status: z.enum(refundStatuses),
  /** Staff have to find out what became of it. */
  awaitsDecision: z.boolean(),
  requestedBy: z.string(),
  isByStaff: z.boolean(),
  settledAt: z.nullable(time),
});
export type AdminRefund = z.output<typeof adminRefund>;

export const listAllRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds/all',
  summary: 'Refunds of all organizations, newest first',
  access: { staff: 'admin.read' },
  query: z.extend(allRefundsFilter, pageQuery),
  status: 200,
  answer: pageOf(adminRefund),
});

export const getAllRefundTotals = endpoint({
  method: 'GET',
  path: '/api/admin/refunds/totals',
  summary: 'How many refunds of all organizations the filters select, and their sums by currency',
  access: { staff: 'admin.read' },
  query: allRefundsFilter,
  status: 200,
  answer: z.object({
    count: z.int(),
    /** More are selected than are counted; there are no sums then. */
    isCut: z.boolean(),
    items: z.array(z.object({ currency, returnedMinor: z.int(), pendingMinor: z.int(), canceledMinor: z.int() })),
  }),
});

export const exportAllRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds/export',
  summary: 'The refunds of all organizations that the filters select, as a file',
  access: { staff: 'admin.read' },
  query: z.extend(allRefundsFilter, { format: z.enum(['csv', 'xlsx']) }),
  status: 200,
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});
