import { reasonText } from '@kazna/contract/payment-words';
import { Problem } from '../http/problem.ts';
import { ProviderRefusal, ProviderSilence } from '../providers/provider.ts';
import { type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment } from './store.ts';

/** Asks the provider and answers the page to go to. The query is for the eye: pages ask the server themselves. */
export async function returnFromProvider(context: PaymentContext, paymentId: string): Promise<string> {
  await settlePayment(context, paymentId, 'poll').catch((error) => {
    if (!(error instanceof ProviderSilence || error instanceof ProviderRefusal)) throw error;
  });
  const payment = await findPayment(context.db, paymentId);
  if (!payment) throw new Problem('not_found');
  const { status, amountMinor, currency, reason } = payment;
  if (status === 'succeeded') {
    return `/payments/success?${new URLSearchParams({ paymentId, amount: String(amountMinor), currency })}`;
  }
  if (status === 'pending' || status === 'review') return `/payments/${paymentId}`;
  const error = reason ?? status;
  return `/payments/error?${new URLSearchParams({ paymentId, error, errorDescription: reasonText(reason) })}`;
}
