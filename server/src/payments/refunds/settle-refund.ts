import type { EventSource } from '@kazna/contract/cabinet/payments';
import type { Database } from '../../platform/db/database.ts';
import { jobKind } from '../../platform/jobs/queue.ts';
import { type PaymentProvider, ProviderRefusal, type Providers } from '../providers/provider.ts';
import { findPayment, type PaymentRow } from '../store.ts';
import { type RefundOutcome, recordRefund } from './record-refund.ts';
import { findRefund, markAsked, markStuck, type RefundRow } from './store.ts';

export const refundSettling = jobKind<{ refundId: string; attempt: number }>('refund-settling');

interface RefundContext {
  db: Database;
  providers: Providers;
  receiptEmail: string;
}

/**
 * Asks the provider to return the money, or how it stands, and records it. Throws while the outcome is unknown: by
 * ProviderUnavailable, or by ProviderRefusal of a question asked before, since what was silent then may have been a yes.
 */
export async function settleRefund(
  context: RefundContext,
  refundId: string,
  source: EventSource,
): Promise<'settled' | 'pending'> {
  const { db } = context;
  const refund = await findRefund(db, refundId);
  const payment = refund && (await findPayment(db, refund.paymentId));
  if (!refund || !payment || refund.status !== 'pending') return 'settled';
  if (refund.isSilent) return 'pending';
  const provider = context.providers.byName.get(refund.provider);
  if (!provider) {
    await markStuck(db, refundId, 'provider_unknown');
    return 'pending';
  }
  const outcome = await askProvider(provider, context, refund, payment);
  await db.transaction((tx) => recordRefund(tx, refund, outcome, source));
  return outcome.status === 'pending' ? 'pending' : 'settled';
}

async function askProvider(
  provider: PaymentProvider,
  { db, receiptEmail }: RefundContext,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<RefundOutcome> {
  if (refund.providerRefundId) return provider.getRefund(refund.providerRefundId);
  // Before the call, so that a process that dies in the middle of it leaves word.
  const isFirst = await markAsked(db, refund.id, provider.keyLifetimeSeconds);
  try {
    return await provider.createRefund({
      refundId: refund.id,
      providerPaymentId: payment.providerPaymentId ?? '',
      amountMinor: refund.amountMinor,
      currency: payment.currency,
      description: refund.reason,
      payerEmail: payment.payerEmail ?? receiptEmail,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefusal && isFirst)) throw error;
    return { providerId: null, status: 'canceled', reason: error.reason };
  }
}
