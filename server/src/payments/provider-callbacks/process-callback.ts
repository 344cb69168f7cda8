import { id } from '@kazna/contract/shared/fields';
import * as z from 'zod/mini';
import { applyProviderPayment } from '../apply-provider-payment.ts';
import { ignoringProviderErrors } from '../providers/provider.ts';
import { applyReportedReceipt } from '../receipts/register-receipts.ts';
import { findRefundByProviderId } from '../refunds/refunds-store.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { settleBindingOf } from '../saved-methods/bind-card.ts';
import type { PaymentContext } from '../settle-payment.ts';
import { beginQuestion, findNotifiedPayment, type NotifiedObject } from './store.ts';

/**
 * Fetches the object from its provider: the notification itself proves nothing. The object names our payment by our own
 * id, so it does not matter whether our create call has returned yet.
 */
export async function processCallback(context: PaymentContext, object: NotifiedObject): Promise<void> {
  const { kind, objectId } = object;
  const provider = context.providers.byName.get(object.provider);
  if (!provider) return;
  if (object.receipt) return applyReportedReceipt(context.db, provider.name, objectId, object.receipt);
  await beginQuestion(context.db, object);
  if (kind === 'refund') {
    const refund = await findRefundByProviderId(context.db, provider.name, objectId);
    if (refund) await settleRefund(context, refund.id, 'notification');
  } else if (kind === 'payment_method') {
    await settleBindingOf(context, provider.name, objectId);
  } else if (kind === 'payment') {
    const known = await findNotifiedPayment(context.db, object);
    const asking = provider.getPayment(objectId, known?.savesMethod);
    // An unknown id may be made up, so a failed call for it is not retried.
    const answer = known ? await asking : await ignoringProviderErrors(asking);
    const report = answer && { ...answer, card: answer.card ?? object.card ?? null };
    // The shop may serve other systems too, which number their payments in their own way.
    const { data: paymentId } = z.safeParse(id, report?.paymentId);
    if (report && paymentId) await applyProviderPayment(context, paymentId, report, 'notification');
  }
}
