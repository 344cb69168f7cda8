import type { EventSource } from '@kazna/contract/payments';
import type { Database } from '../../db/database.ts';
import { type PaymentProvider, type ProviderRefund, ProviderRefusal } from '../../providers/provider.ts';
import { findPayment, type PaymentRow } from '../store.ts';
import { recordRefund } from './record-refund.ts';
import { findRefund, type RefundRow } from './store.ts';

/**
 * Asks the provider to return the money, or how it stands, and records it. Throws while the outcome is unknown: by
 * ProviderSilence, or by ProviderRefusal of a question asked before, since what was silent then may have been a yes.
 */
export async function settleRefund(
  { db, provider }: { db: Database; provider: PaymentProvider },
  refundId: string,
  source: EventSource,
  { isFirst } = { isFirst: false },
): Promise<'settled' | 'pending'> {
  const refund = await findRefund(db, refundId);
  const payment = refund && (await findPayment(db, refund.paymentId));
  if (!refund || !payment || refund.status !== 'pending') return 'settled';
  const outcome = await askProvider(provider, refund, payment, isFirst);
  await db.transaction((tx) => recordRefund(tx, refund, outcome, source));
  return outcome.status === 'pending' ? 'pending' : 'settled';
}

async function askProvider(
  provider: PaymentProvider,
  refund: RefundRow,
  payment: PaymentRow,
  isFirst: boolean,
): Promise<ProviderRefund> {
  if (refund.providerRefundId) return provider.getRefund(refund.providerRefundId);
  try {
    return await provider.createRefund({
      refundId: refund.id,
      providerPaymentId: payment.providerPaymentId ?? '',
      amountMinor: refund.amountMinor,
      currency: payment.currency,
      description: refund.reason,
      payerEmail: payment.payerEmail,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefusal && isFirst)) throw error;
    return { providerId: '', status: 'canceled', reason: error.reason };
  }
}
