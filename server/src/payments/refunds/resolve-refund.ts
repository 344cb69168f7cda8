import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findPayment, type PaymentRow } from '../store.ts';
import { recordRefund } from './record-refund.ts';
import { findRefund, type RefundRow } from './store.ts';

/** A person has looked at the provider's own records and says whether the money went back. */
export async function resolveRefund(
  tx: Transaction,
  refundId: string,
  status: 'succeeded' | 'canceled',
  reason: string,
): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const refund = await findRefund(tx, refundId);
  const payment = refund && (await findPayment(tx, refund.paymentId));
  if (!payment) throw new Problem('not_found');
  if (status === 'canceled' && refund.isReturn) throw new Problem('charge_revoked');
  if (status === 'canceled' && !(await lockOpenOrganizationShared(tx, payment.organizationId)))
    throw new Problem('organization_closed');
  const isSettled =
    refund.isSilent && (await recordRefund(tx, refund, { providerId: null, status, reason }, 'operator'));
  if (!isSettled) throw new Problem('refund_already_decided');
  return { refund, payment };
}
