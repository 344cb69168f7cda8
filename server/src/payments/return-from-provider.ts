import { Problem } from '../platform/http/problem.ts';
import { type Limit, runWithinLimit } from '../platform/throttling/throttle.ts';
import { ProviderRefusal, ProviderUnavailable } from './providers/provider.ts';
import { isOld, isOver, type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment } from './store.ts';

/** Questions to the provider that people who come back can make us ask: about one payment, and from one network. */
const returnsOfPayment: Limit = { name: 'payment-returns', hits: 6, windowSeconds: 60 };
const returnsFromNetwork: Limit = { name: 'payment-returns-network', hits: 120, windowSeconds: 60 };

/**
 * Asks the provider and returns the page to go to. A browser that comes back says nothing of who it is, and the address
 * may be anybody's: it is told nothing of the payment, one page for all, which asks the server with its session.
 */
export async function returnFromProvider(context: PaymentContext, paymentId: string, network: string): Promise<string> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment) throw new Problem('not_found');
  if (!isOver(payment) && !isOld(payment)) {
    const { db } = context;
    await runWithinLimit(db, returnsFromNetwork, [network], () =>
      runWithinLimit(db, returnsOfPayment, [paymentId], () => askProvider(context, paymentId)),
    );
  }
  return `/payments/success?${new URLSearchParams({ paymentId })}`;
}

async function askProvider(context: PaymentContext, paymentId: string): Promise<void> {
  await settlePayment(context, paymentId, 'poll').catch((error) => {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error;
  });
}
