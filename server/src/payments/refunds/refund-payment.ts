import type { EventSource } from '@kazna/contract/cabinet/payments';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { readRefundable } from '../../money/ledger/reads.ts';
import { NotRefundable } from '../../money/ledger/rules.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { pauseRuleAfter } from '../auto-top-up/settle-attempt.ts';
import { recountInvoicePayment } from '../links/links-store.ts';
import { refundRequested } from '../notifications.ts';
import { releaseSettled, storeRefundReceipt } from '../receipts/store-receipts.ts';
import { lockPayment } from '../status-store.ts';
import { addRefunded, insertEvent, type PaymentRow } from '../store.ts';
import { insertRefund } from './refunds-store.ts';
import { refundSettling } from './settle-refund.ts';

export interface RefundRequest {
  organizationId: string;
  paymentId: string;
  userId: string;
  amountMinor: number;
  reason: string;
  source: EventSource;
  /** What was used and is not charged yet: it takes money that was paid by card first. Staff decide without it. */
  unbilledMinor?: number;
  /** A request repeated under the same key is the same refund. */
  key?: string | undefined;
}

/** Takes the money off the balance at once, so that it cannot be spent meanwhile; a job does the provider's part. */
export async function refundPayment(
  tx: Transaction,
  queue: Queue,
  request: RefundRequest,
): Promise<{ id: string; isNew: boolean }> {
  const { organizationId, paymentId, userId, amountMinor, reason, source, key, unbilledMinor = 0 } = request;
  const payment = await lockPayment(tx, paymentId);
  if (payment?.organizationId !== organizationId) throw new Problem('not_found');
  const id = uuidv7();
  if (key) {
    const name = { scope: `refunds:${paymentId}`, key };
    const claimed = await claimKey(tx, { ...name, body: { amountMinor, reason }, reference: id, keepDays: null });
    if (!claimed.isNew) return { id: claimed.reference, isNew: false };
  }
  if (payment.status !== 'succeeded') throw new Problem('payment_not_refundable');
  if (amountMinor > payment.amountMinor - payment.refundedMinor) throw new Problem('refund_too_large');
  const settledMinor = await releaseSettled(tx, payment, amountMinor);
  await pauseRuleAfter(tx, organizationId, () => postRefund(tx, id, payment, amountMinor));
  if (unbilledMinor > 0) await requireLeft(tx, payment, { amountMinor, unbilledMinor });
  const isByStaff = source === 'operator';
  await insertRefund(tx, { id, paymentId, amountMinor, reason, requestedBy: userId, isByStaff });
  await storeRefundReceipt(tx, payment, { refundId: id, amountMinor, settledMinor });
  await addRefunded(tx, paymentId, amountMinor);
  await recountInvoicePayment(tx, paymentId);
  await insertEvent(tx, { paymentId, kind: 'refund_requested', source, reason });
  announce(tx, { organizationId }, 'payments');
  await notifyMembers(tx, refundRequested, {
    organizationId,
    sourceId: id,
    details: {
      paymentId,
      amountMinor,
      currency: payment.currency,
      reason,
      requestedById: source === 'user' ? userId : null,
    },
  });
  await queue.enqueue(tx, refundSettling, { refundId: id, attempt: 0 });
  return { id, isNew: true };
}

async function postRefund(tx: Transaction, id: string, payment: PaymentRow, amountMinor: number): Promise<void> {
  try {
    await postTransfer(tx, {
      key: `refund:${id}`,
      kind: 'refund',
      from: { organizationId: payment.organizationId },
      to: 'clearing',
      amountMinor,
      currency: payment.currency,
      sourceId: payment.id,
    });
  } catch (error) {
    if (error instanceof NotRefundable) throw notCovered({ ...payment, amountMinor: error.refundableMinor });
    throw error;
  }
}

/** Under the lock of the balance that the refund has been posted on. */
async function requireLeft(
  tx: Transaction,
  { organizationId, currency }: PaymentRow,
  { amountMinor, unbilledMinor }: { amountMinor: number; unbilledMinor: number },
): Promise<void> {
  const leftMinor = await readRefundable(tx, organizationId, currency);
  if (leftMinor >= unbilledMinor) return;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  const mostMinor = leftMinor + amountMinor - unbilledMinor;
  const detail =
    `Вернуть на карту ${mostMinor > 0 ? `не больше ${money(mostMinor)}` : 'пока нечего'}: услуги использованы ещё на ` +
    `${money(unbilledMinor)}, которые мы спишем в конце периода. Баланс не изменился.`;
  throw new Problem('refund_not_covered', { detail });
}

function notCovered(refundable: Money): Problem {
  const most = refundable.amountMinor > 0 ? `не больше ${formatMoney(refundable)}` : 'нечего';
  const detail =
    `Вернуть на карту ${most}: столько оплачено и не потрачено. Бонусы и начисления поддержки на карту не ` +
    'возвращаются, а деньги из банковских переводов верните на счёт в банке: вкладка «Переводы» в платежах. ' +
    'Баланс не изменился.';
  return new Problem('refund_not_covered', { detail });
}
