import { transactionWithoutTimeouts, withSignal } from '../platform/db/timeouts.ts';
import { everyMinute, everyNight, handle, type JobHandler, longKind } from '../platform/jobs/queue.ts';
import { sendToReview } from './change-status.ts';
import { processCallback } from './provider-callbacks/process-callback.ts';
import { providerNotification } from './provider-callbacks/receive-callback.ts';
import { deleteOldProviderCallbacks } from './provider-callbacks/store.ts';
import { deleteOldCallCounts } from './providers/calls-store.ts';
import { backoffAfter, ignoringProviderErrors } from './providers/provider.ts';
import { findRefund } from './refunds/refunds-store.ts';
import { refundSettling, settleRefund } from './refunds/settle-refund.ts';
import { cardBinding, pollCardBinding } from './saved-methods/bind-card.ts';
import { cardRemoval, removeAtProviders } from './saved-methods/remove-at-provider.ts';
import {
  isFinal,
  isPastProviderKeyLifetime,
  type PaymentContext,
  paymentSettling,
  settlePayment,
} from './settle-payment.ts';
import { findPayment } from './store.ts';

export const callbackCleanup = longKind('payment-tidying');

export interface PaymentJobContext extends PaymentContext {
  pollBackoffSeconds: number[];
}

export function paymentJobs(context: PaymentJobContext): JobHandler[] {
  return [
    handle(paymentSettling, ({ paymentId, attempt }) => pollPayment(context, paymentId, attempt)),
    handle(refundSettling, ({ refundId, attempt }) => pollRefund(context, refundId, attempt)),
    handle(cardBinding, ({ methodId, attempt }) => pollCardBinding(context, methodId, attempt)),
    everyMinute(cardRemoval, () => removeAtProviders(context)),
    handle(providerNotification, (object) => processCallback(context, object)),
    everyNight(callbackCleanup, '01:37', ({ signal }) =>
      transactionWithoutTimeouts(withSignal(context.db, signal), async (tx) => {
        await deleteOldProviderCallbacks(tx);
        await deleteOldCallCounts(tx);
      }),
    ),
  ];
}

/** Polls until the outcome is known, then a few times more for a success that comes late. */
async function pollPayment(context: PaymentJobContext, paymentId: string, attempt: number): Promise<void> {
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

async function pollRefund(context: PaymentJobContext, refundId: string, attempt: number): Promise<void> {
  const outcome = await ignoringProviderErrors(settleRefund(context, refundId, 'poll'));
  if (outcome === 'settled') return;
  const refund = await findRefund(context.db, refundId);
  if (!refund || refund.awaitsDecision) return;
  const delaySeconds = backoffAfter(context.pollBackoffSeconds, attempt);
  await context.db.transaction((tx) =>
    context.queue.enqueue(tx, refundSettling, { refundId, attempt: attempt + 1 }, { delaySeconds }),
  );
}
