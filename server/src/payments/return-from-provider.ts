import { Problem } from '../platform/http/problem.ts';
import { type Limit, runWithinLimit } from '../platform/throttling/throttle.ts';
import { ignoringProviderErrors } from './providers/provider.ts';
import { isFinal, isPastProviderKeyLifetime, type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment } from './store.ts';

/** Polls of the provider that returning payers can cause: about one payment, and from one network. */
const returnsOfPayment: Limit = { name: 'payment-returns', hits: 6, windowSeconds: 60 };
const returnsFromNetwork: Limit = { name: 'payment-returns-network', hits: 120, windowSeconds: 60 };

/**
 * Polls the provider and returns the page to go to. The request is not authenticated, so the page is the same for
 * everybody and reveals nothing of the payment: it asks the server with the session's token.
 */
export async function returnFromProvider(context: PaymentContext, paymentId: string, network: string): Promise<string> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment) throw new Problem('not_found');
  if (!isFinal(payment) && !isPastProviderKeyLifetime(context, payment)) {
    const { db } = context;
    const ask = async () => void (await ignoringProviderErrors(settlePayment(context, paymentId, 'poll')));
    await runWithinLimit(db, returnsFromNetwork, [network], () =>
      runWithinLimit(db, returnsOfPayment, [paymentId], ask),
    );
  }
  return `/payments/success?${new URLSearchParams({ paymentId })}`;
}
