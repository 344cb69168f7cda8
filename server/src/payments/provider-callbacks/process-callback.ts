import { id } from '@kazna/contract/shared/fields';
import * as z from 'zod/mini';
import { ignoringProviderErrors } from '../providers/provider.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { findRefundByProviderId } from '../refunds/store.ts';
import { settleBindingOf } from '../saved-methods/settle-binding.ts';
import { type PaymentContext, recordOutcome } from '../settle-payment.ts';
import { beginQuestion, isKnownObject, type NotifiedObject } from './store.ts';

/**
 * Fetches the object from its provider: the notification itself proves nothing. The object names our payment by our own
 * id, so it does not matter whether our create call has returned yet.
 */
export async function processCallback(context: PaymentContext, object: NotifiedObject): Promise<void> {
  const { kind, objectId } = object;
  const provider = context.providers.byName.get(object.provider);
  if (!provider) return;
  await beginQuestion(context.db, object);
  if (kind === 'refund') {
    const refund = await findRefundByProviderId(context.db, provider.name, objectId);
    if (refund) await settleRefund(context, refund.id, 'notification');
  } else if (kind === 'payment_method') {
    await settleBindingOf(context, provider.name, objectId);
  } else if (kind === 'payment') {
    const isKnown = await isKnownObject(context.db, object);
    const asking = provider.getPayment(objectId);
    // An unknown id may be made up, so a failed call for it is not retried.
    const claim = isKnown ? await asking : await ignoringProviderErrors(asking);
    // The shop may serve other systems too, which number their payments in their own way.
    const { data: paymentId } = z.safeParse(id, claim?.paymentId);
    if (claim && paymentId) await recordOutcome(context, paymentId, claim, 'notification');
  }
}
