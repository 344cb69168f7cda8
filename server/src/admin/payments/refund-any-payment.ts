import { type Actor, recordAction } from '../../audit/record-action.ts';
import { type RefundRequest, refundPayment } from '../../payments/refunds/refund-payment.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/queue.ts';

export async function refundAnyPayment(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { currency, ...request }: Omit<RefundRequest, 'userId' | 'source'> & { currency: string },
): Promise<void> {
  const { isNew } = await refundPayment(tx, queue, { ...request, userId: actor.id, source: 'operator' });
  if (!isNew) return;
  const { organizationId, paymentId, amountMinor, reason } = request;
  const details = { paymentId, amountMinor: String(amountMinor), currency, reason };
  await recordAction(tx, actor, { organizationId, action: 'payment.refunded', details });
}
