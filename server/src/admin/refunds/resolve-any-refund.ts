import { type Actor, recordAction } from '../../audit/record-action.ts';
import { resolveRefund } from '../../payments/refunds/undecided-refunds.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Staff decide about a refund that the provider never answered. */
export async function resolveAnyRefund(
  tx: Transaction,
  actor: Actor,
  refundId: string,
  { status, reason }: { status: 'succeeded' | 'canceled'; reason: string },
): Promise<void> {
  const { refund, payment } = await resolveRefund(tx, refundId, status, reason);
  const { id: paymentId, organizationId, currency } = payment;
  const details = { paymentId, status, amountMinor: String(refund.amountMinor), currency, reason };
  await recordAction(tx, actor, { organizationId, action: 'refund.resolved', details });
}
