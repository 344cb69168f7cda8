import { withSignal } from '../platform/db/with-signal.ts';
import { transactionWithoutTimeouts } from '../platform/db/without-timeouts.ts';
import { everyNight, handle, type JobHandler, jobKind, longKind } from '../platform/jobs/queue.ts';
import { processCallback } from './provider-callbacks/process-callback.ts';
import { providerNotification } from './provider-callbacks/receive-callback.ts';
import { deleteOldProviderCallbacks } from './provider-callbacks/store.ts';
import { backoffAfter, ignoringProviderErrors } from './providers/provider.ts';
import { refundSettling, settleRefund } from './refunds/settle-refund.ts';
import { findRefund } from './refunds/store.ts';
import { cardBinding } from './saved-methods/bind-card.ts';
import { pollCardBinding } from './saved-methods/settle-binding.ts';
import { sendToReview } from './send-to-review.ts';
import { isFinal, isPastProviderKeyLifetime, type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment } from './store.ts';

export const paymentSettling = jobKind<{ paymentId: string; attempt: number }>('payment-settling');
export const paymentTidying = longKind('payment-tidying');

export interface PaymentJobContext extends PaymentContext {
  pollBackoffSeconds: number[];
}

export function paymentJobs(context: PaymentJobContext): JobHandler[] {
  return [
    handle(paymentSettling, ({ paymentId, attempt }) => keepSettling(context, paymentId, attempt)),
    handle(refundSettling, ({ refundId, attempt }) => keepReturning(context, refundId, attempt)),
    handle(cardBinding, ({ methodId, attempt }) => pollCardBinding(context, methodId, attempt)),
    handle(providerNotification, (object) => processCallback(context, object)),
    everyNight(paymentTidying, '01:37', ({ signal }) =>
      transactionWithoutTimeouts(withSignal(context.db, signal), deleteOldProviderCallbacks),
    ),
  ];
}

/** Asks until the outcome is known, then a few times more for the success that comes late. */
async function keepSettling(context: PaymentJobContext, paymentId: string, attempt: number): Promise<void> {
  const { db, queue } = context;
  await ignoringProviderErrors(settlePayment(context, paymentId, 'poll'));
  const payment = await findPayment(db, paymentId);
  if (!payment || isFinal(payment)) return;
  await db.transaction(async (tx) => {
    // The provider's list shows a charge that was revoked, whatever its age.
    if (isPastProviderKeyLifetime(context, payment) && !payment.isRevoked)
      return sendToReview(tx, paymentId, 'outcome_unknown');
    const delaySeconds = backoffAfter(context.pollBackoffSeconds, attempt);
    await queue.enqueue(tx, paymentSettling, { paymentId, attempt: attempt + 1 }, { delaySeconds });
  });
}

async function keepReturning(context: PaymentJobContext, refundId: string, attempt: number): Promise<void> {
  const outcome = await ignoringProviderErrors(settleRefund(context, refundId, 'poll'));
  if (outcome === 'settled') return;
  const refund = await findRefund(context.db, refundId);
  if (!refund || refund.isSilent) return;
  const delaySeconds = backoffAfter(context.pollBackoffSeconds, attempt);
  await context.db.transaction((tx) =>
    context.queue.enqueue(tx, refundSettling, { refundId, attempt: attempt + 1 }, { delaySeconds }),
  );
}
