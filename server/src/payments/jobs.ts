import { transactionWithoutTimeouts, withSignal } from '../platform/db/timeouts.ts';
import { everyNight, handle, type JobHandler, jobKind, longKind } from '../platform/jobs/queue.ts';
import { type ProviderNotification, processNotification } from './notifications/process-notification.ts';
import { deleteOldNotifications } from './notifications/store.ts';
import { ProviderRefusal, ProviderUnavailable } from './providers/provider.ts';
import { refundSettling, settleRefund } from './refunds/settle-refund.ts';
import { findRefund } from './refunds/store.ts';
import { cardBinding } from './saved-methods/bind-card.ts';
import { keepBinding } from './saved-methods/settle-binding.ts';
import { sendToReview } from './send-to-review.ts';
import { isOld, isOver, type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment } from './store.ts';

export const paymentSettling = jobKind<{ paymentId: string; attempt: number }>('payment-settling');
export const providerNotification = jobKind<ProviderNotification>('provider-notification');
export const paymentTidying = longKind('payment-tidying');

/** Pauses between questions to the provider, in seconds; the last one goes on. */
export type Pauses = number[];

export function pauseAfter(pauses: Pauses, attempt: number): number {
  return pauses[Math.min(attempt, pauses.length - 1)] as number;
}

export interface PaymentJobContext extends PaymentContext {
  pauses: Pauses;
}

export function paymentJobs(context: PaymentJobContext): JobHandler[] {
  return [
    handle(paymentSettling, ({ paymentId, attempt }) => keepSettling(context, paymentId, attempt)),
    handle(refundSettling, ({ refundId, attempt }) => keepReturning(context, refundId, attempt)),
    handle(cardBinding, ({ methodId, attempt }) => keepBinding(context, methodId, attempt)),
    handle(providerNotification, (notification) => processNotification(context, notification)),
    everyNight(paymentTidying, '01:37', ({ signal }) =>
      transactionWithoutTimeouts(withSignal(context.db, signal), deleteOldNotifications),
    ),
  ];
}

/** Asks until the outcome is known, then a few times more for the success that comes late. */
async function keepSettling(context: PaymentJobContext, paymentId: string, attempt: number): Promise<void> {
  const { db, queue } = context;
  await settlePayment(context, paymentId, 'poll').catch(askLater);
  const payment = await findPayment(db, paymentId);
  if (!payment || isOver(payment)) return;
  await db.transaction(async (tx) => {
    // The provider's list tells of a charge that was revoked, whatever its age.
    if (isOld(payment) && !payment.isRevoked) return sendToReview(tx, paymentId, 'outcome_unknown');
    const delaySeconds = pauseAfter(context.pauses, attempt);
    await queue.enqueue(tx, paymentSettling, { paymentId, attempt: attempt + 1 }, { delaySeconds });
  });
}

async function keepReturning(context: PaymentJobContext, refundId: string, attempt: number): Promise<void> {
  const outcome = await settleRefund(context, refundId, 'poll').catch((error) => {
    askLater(error);
    return 'pending';
  });
  if (outcome === 'settled') return;
  const refund = await findRefund(context.db, refundId);
  if (!refund || refund.isSilent) return;
  const delaySeconds = pauseAfter(context.pauses, attempt);
  await context.db.transaction((tx) =>
    context.queue.enqueue(tx, refundSettling, { refundId, attempt: attempt + 1 }, { delaySeconds }),
  );
}

/** What the provider does not tell now, even by refusing us, it may tell later. */
function askLater(error: unknown): void {
  if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error;
}
