import type { UndecidedRefund } from '@kazna/contract/admin/refunds';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type Page, type PageRequest, toPage } from '../../platform/db/page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findPayment, type PaymentRow } from '../store.ts';
import { findRefund, type RefundRow, selectUndecidedRefunds } from './refunds-store.ts';
import { recordRefund } from './settle-refund.ts';

/** Staff have looked at the provider's own records and decide whether the money went back. */
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
    refund.awaitsDecision && (await recordRefund(tx, refund, { providerId: null, status, reason }, 'operator'));
  if (!isSettled) throw new Problem('refund_already_decided');
  return { refund, payment };
}

/** Refunds whose outcome only staff can find out, of all organizations. */
export async function listUndecidedRefunds(db: Queries, page: PageRequest): Promise<Page<UndecidedRefund>> {
  return toPage(await selectUndecidedRefunds(db, page), page.limit, (row) => row.id);
}
