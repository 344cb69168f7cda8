import type { EventSource } from '@kazna/contract/payments';
import type { Database } from '../../db/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { type PaymentProvider, type ProviderRefund, ProviderRefusal } from '../../providers/provider.ts';
import { takeBonusBack } from '../../referrals/take-bonus-back.ts';
import { addRefunded, findPayment, insertEvent, lockPayment, type PaymentRow } from '../store.ts';
import { findRefund, getReturned, type RefundRow, setProviderRefund, settle } from './store.ts';

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
  await recordRefund(db, refund, outcome, source);
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

/** A refund that did not happen goes back to the balance by a transfer of its own: nothing is deleted. */
async function recordRefund(
  db: Database,
  refund: RefundRow,
  outcome: ProviderRefund,
  source: EventSource,
): Promise<void> {
  const { id, paymentId, amountMinor } = refund;
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return;
    if (outcome.providerId) await setProviderRefund(tx, id, outcome.providerId);
    if (outcome.status === 'pending' || !(await settle(tx, id, outcome.status))) return;
    const kind = outcome.status === 'succeeded' ? 'refund_succeeded' : 'refund_canceled';
    await insertEvent(tx, { paymentId, kind, source, reason: outcome.reason });
    if (outcome.status === 'succeeded') {
      if ((await getReturned(tx, paymentId)) === payment.amountMinor) await takeBonusBack(tx, paymentId);
      return;
    }
    await addRefunded(tx, paymentId, -amountMinor);
    const { organizationId, currency } = payment;
    await postTransfer(tx, {
      key: `refund_reversal:${id}`,
      kind: 'refund_reversal',
      from: 'clearing',
      to: { organizationId },
      amountMinor,
      currency,
      sourceId: paymentId,
    });
  });
}
