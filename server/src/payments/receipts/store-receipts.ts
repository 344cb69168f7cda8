import type { Money } from '@kazna/contract/shared/money';
import type { Transaction } from '../../platform/db/database.ts';
import type { ReceiptLine } from '../providers/provider.ts';
import { addSettled, findSettled, insertBook, lockBook } from './books-store.ts';
import { findRefundReceipt, hasAdvance, insertReceipts, selectSettledVat, settleWaiting } from './receipts-store.ts';

interface Paid extends Money {
  id: string;
  organizationId: string;
}

/** Mirrors the receipt that the provider makes along with a payment. Receipts are in roubles. */
export async function storeAdvance(tx: Transaction, payment: Paid): Promise<void> {
  const { id: paymentId, organizationId, amountMinor, currency } = payment;
  if (currency !== 'RUB') return;
  await insertBook(tx, organizationId);
  const lines = [{ name: 'Пополнение баланса', amountMinor, mode: 'advance' as const }];
  await insertReceipts(tx, [{ organizationId, paymentId, kind: 'advance', amountMinor, lines, isSeparate: false }]);
}

/**
 * Returns how much of a refund was settled before, and takes it out of what is settled: the money is back, so later
 * payments have paid for the services. Called before the ledger is locked; `refundedMinor` is without this refund.
 */
export async function releaseSettled(
  tx: Transaction,
  payment: Paid & { refundedMinor: number },
  amountMinor: number,
): Promise<number> {
  if (payment.currency !== 'RUB' || !(await lockBook(tx, payment.organizationId))) return 0;
  const keptMinor = payment.amountMinor - payment.refundedMinor - amountMinor;
  const settledMinor = Math.max(0, (await findSettled(tx, payment.id)) - keptMinor);
  if (settledMinor > 0) await addSettled(tx, [{ paymentId: payment.id, amountMinor: -settledMinor }]);
  return settledMinor;
}

/** The receipt of a refund that the provider is about to be asked for. */
export async function storeRefundReceipt(
  tx: Transaction,
  payment: Paid,
  { refundId, amountMinor, settledMinor }: { refundId: string; amountMinor: number; settledMinor: number },
): Promise<void> {
  const { id: paymentId, organizationId } = payment;
  if (payment.currency !== 'RUB' || !(await hasAdvance(tx, paymentId))) return;
  const vatCode = (await selectSettledVat(tx, [paymentId])).get(paymentId);
  const advance: ReceiptLine = { name: 'Возврат аванса', amountMinor: amountMinor - settledMinor, mode: 'advance' };
  const settled: ReceiptLine = {
    ...{ name: 'Возврат оплаты услуг', amountMinor: settledMinor, mode: 'full_payment' },
    // With the code that it was settled with: an advance has another one.
    ...(vatCode && { vatCode }),
  };
  const lines = [advance, settled].filter((line) => line.amountMinor > 0);
  const receipt = { organizationId, paymentId, refundId, amountMinor, settledMinor, lines };
  await insertReceipts(tx, [{ ...receipt, kind: 'refund', status: 'waiting', isSeparate: false }]);
}

/** Called under the payment's lock. What was not returned is settled as it was. */
export async function settleRefundReceipt(
  tx: Transaction,
  refundId: string,
  outcome: 'succeeded' | 'canceled',
): Promise<void> {
  const receipt = await findRefundReceipt(tx, refundId);
  if (!receipt) return;
  const { id, organizationId, paymentId, settledMinor } = receipt;
  if (outcome === 'canceled' && settledMinor > 0) {
    await lockBook(tx, organizationId);
    await addSettled(tx, [{ paymentId, amountMinor: settledMinor }]);
  }
  await settleWaiting(tx, id, outcome === 'succeeded' ? 'pending' : 'canceled');
}
