import { id } from '@kazna/contract/shared/fields';
import * as z from 'zod/mini';
import { settleRefund } from './refunds/settle-refund.ts';
import { findRefundByProviderId } from './refunds/store.ts';
import { settleBindingOf } from './saved-methods/settle-binding.ts';
import { type PaymentContext, recordOutcome } from './settle-payment.ts';

export interface ProviderNotification {
  /** Absent in jobs that were queued before several providers were known. */
  provider?: string;
  event: string;
  objectId: string;
}

/**
 * A notification is only a hint: the object is fetched from the provider, and what is believed is what comes back. It
 * names our payment by our own id, so it does not matter whether our create call has returned yet.
 */
export async function processNotification(
  context: PaymentContext,
  { provider: name, event, objectId }: ProviderNotification,
): Promise<void> {
  const provider = name ? context.providers.find(name) : context.providers.current;
  if (!provider) return;
  if (event.startsWith('refund.')) {
    const refund = await findRefundByProviderId(context.db, provider.name, objectId);
    if (refund) await settleRefund(context, refund.id, 'notification');
    return;
  }
  if (event.startsWith('payment_method.')) return settleBindingOf(context, provider.name, objectId);
  const claim = await provider.getPayment(objectId);
  // The shop may serve other systems too, which number their payments in their own way.
  const { data: paymentId } = z.safeParse(id, claim.paymentId);
  if (paymentId) await recordOutcome(context, paymentId, claim, 'notification');
}
