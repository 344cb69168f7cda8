import { id } from '@kazna/contract/shared/fields';
import * as z from 'zod/mini';
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
} from '../providers/provider.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { findRefundByProviderId } from '../refunds/store.ts';
import { settleBindingOf } from '../saved-methods/settle-binding.ts';
import { type PaymentContext, recordOutcome } from '../settle-payment.ts';
import { beginQuestion, isKnownObject, type NotifiedObject } from './store.ts';

export interface ProviderNotification {
  /** Absent in jobs that were queued before several providers were known. */
  provider?: string;
  event: string;
  objectId: string;
}

/** Returns null for an event of something that is none of ours. */
export function kindOf(event: string): NotifiedObject['kind'] | null {
  const [kind] = event.split('.');
  return kind === 'payment' || kind === 'refund' || kind === 'payment_method' ? kind : null;
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
  const kind = kindOf(event);
  if (!provider || !kind) return;
  const object = { provider: provider.name, kind, objectId };
  await beginQuestion(context.db, object);
  if (kind === 'refund') {
    const refund = await findRefundByProviderId(context.db, provider.name, objectId);
    if (refund) await settleRefund(context, refund.id, 'notification');
    return;
  }
  if (kind === 'payment_method') return settleBindingOf(context, provider.name, objectId);
  const claim = (await isKnownObject(context.db, object))
    ? await provider.getPayment(objectId)
    : await askOnce(provider, objectId);
  // The shop may serve other systems too, which number their payments in their own way.
  const { data: paymentId } = z.safeParse(id, claim?.paymentId);
  if (claim && paymentId) await recordOutcome(context, paymentId, claim, 'notification');
}

/** Null for an id that the provider does not know, or is silent about: anybody could have made it up. */
async function askOnce(provider: PaymentProvider, objectId: string): Promise<ProviderPayment | null> {
  try {
    return await provider.getPayment(objectId);
  } catch (error) {
    if (error instanceof ProviderRefusal || error instanceof ProviderUnavailable) return null;
    throw error;
  }
}
