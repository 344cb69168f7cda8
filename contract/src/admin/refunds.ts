import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { reason } from './reason.ts';

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
  access: { staff: 'admin.read' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(silentRefund),
});

export const resolveRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/{refundId}/resolve',
  summary: 'Tell what became of such a refund: returned, or back to the balance',
  access: { staff: 'admin.money' },
  params: z.object({ refundId: id }),
  body: z.object({ status: z.enum(['succeeded', 'canceled']), reason }),
  status: 204,
  problems: ['not_found', 'refund_already_decided', 'organization_closed', 'charge_revoked'],
});
