import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { reason } from './reason.ts';

export const undecidedRefund = z.object({
  id,
  paymentId: id,
  organizationId: id,
  organizationName: z.string(),
  amountMinor: z.int(),
  currency,
  reason: z.string(),
  createdAt: time,
});
export type UndecidedRefund = z.output<typeof undecidedRefund>;

export const listUndecidedRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds',
  summary: 'Refunds whose outcome the provider did not report for a day, so that staff decide it',
  access: { staff: 'admin.read' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(undecidedRefund),
});

export const resolveRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/{refundId}/resolve',
  summary: 'Decide the outcome of such a refund: returned, or back to the balance',
  access: { staff: 'admin.money' },
  params: z.object({ refundId: id }),
  body: z.object({ status: z.enum(['succeeded', 'canceled']), reason }),
  status: 204,
  problems: ['not_found', 'refund_already_decided', 'organization_closed', 'charge_revoked'],
});
