import { transactionWithoutTimeouts, withSignal } from '../platform/db/timeouts.ts';
import { everyMinute, everyNight, handle, type JobHandler, longKind } from '../platform/jobs/queue.ts';
import { type PollContext, pollPayment } from './poll-payments.ts';
import { insertPoll, type Poll } from './polls-store.ts';
import { processCallback } from './provider-callbacks/process-callback.ts';
import { providerNotification } from './provider-callbacks/receive-callback.ts';
import { deleteOldProviderCallbacks } from './provider-callbacks/store.ts';
import { deleteOldCallCounts } from './providers/calls-store.ts';
import { backoffAfter, ignoringProviderErrors } from './providers/provider.ts';
import { findRefund } from './refunds/refunds-store.ts';
import { refundSettling, settleRefund } from './refunds/settle-refund.ts';
import { cardBinding, pollCardBinding } from './saved-methods/bind-card.ts';
import { cardRemoval, removeAtProviders } from './saved-methods/remove-at-provider.ts';
import { paymentSettling } from './settle-payment.ts';

export const callbackCleanup = longKind('payment-tidying');

export function paymentJobs(context: PollContext): JobHandler[] {
  return [
    handle(paymentSettling, (poll) => pollByJob(context, poll)),
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

/** Of a poll that failed, and of what an earlier version has stored. */
async function pollByJob(context: PollContext, poll: Poll): Promise<void> {
  const { paymentId, attempt } = poll;
  const delaySeconds = await pollPayment(context, poll);
  if (delaySeconds !== null) await insertPoll(context.db, { paymentId, attempt: attempt + 1 }, delaySeconds);
}

async function pollRefund(context: PollContext, refundId: string, attempt: number): Promise<void> {
  const outcome = await ignoringProviderErrors(settleRefund(context, refundId, 'poll'));
  if (outcome === 'settled') return;
  const refund = await findRefund(context.db, refundId);
  if (!refund || refund.awaitsDecision) return;
  const delaySeconds = backoffAfter(context.pollBackoffSeconds, attempt);
  await context.db.transaction((tx) =>
    context.queue.enqueue(tx, refundSettling, { refundId, attempt: attempt + 1 }, { delaySeconds }),
  );
}
