import type { EventSource, PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { recordEvent } from '../platform/outbox/record-event.ts';
import { settleAttempt } from './auto-top-up/settle-attempt.ts';
import { moveInTotals } from './daily-totals/store.ts';
import { notifyOfStatus } from './notify-of-status.ts';
import { assertTransition } from './payment.ts';
import { presentPaymentV1 } from './present-v1.ts';
import { retireCard } from './saved-methods/retire-card.ts';
import { setPaid } from './settling/store.ts';
import { findPayment, insertEvent, type PaymentRow, setStatus } from './store.ts';

export interface StatusChange {
  status: PaymentStatus;
  reason: string | null;
  source: EventSource;
  /** What was really paid, where that is not what was asked for. */
  paid?: { amountMinor: number; currency: Currency; providerPaymentId: string } | undefined;
}

/** Changes a locked payment's status, writes the event down and, on success, credits the balance: all or nothing. */
export async function changeStatus(
  tx: Transaction,
  payment: PaymentRow,
  { status, reason, source, paid }: StatusChange,
): Promise<void> {
  const { id: paymentId, organizationId } = payment;
  const { amountMinor, currency } = paid ?? payment;
  assertTransition(payment.status, status);
  if (payment.isAutomatic && reason !== 'charge_revoked')
    await settleAttempt(tx, payment, { status, reason, amountMinor });
  if (status === 'canceled') await retireCard(tx, payment, reason);
  await setStatus(tx, paymentId, status, reason);
  await moveInTotals(tx, paymentId, payment, { status, amountMinor, currency });
  if (paid) await setPaid(tx, paymentId, paid);
  await insertEvent(tx, { paymentId, kind: 'status_changed', status, reason, source });
  announce(tx, { organizationId }, 'payments');
  if (status === 'succeeded') {
    await postTransfer(tx, {
      key: `top_up:${paymentId}`,
      kind: 'top_up',
      from: 'clearing',
      to: { organizationId },
      amountMinor,
      currency,
      sourceId: paymentId,
    });
  }
  if (!payment.isAutomatic) await notifyOfStatus(tx, { ...payment, amountMinor, currency }, { status, reason });
  recordOutcome(tx, payment, status);
}

/** Programs hear of a payment that expired as of one that was canceled: nobody waits for it any more. */
function recordOutcome(tx: Transaction, { id, organizationId }: PaymentRow, status: PaymentStatus): void {
  if (status === 'pending' || status === 'review') return;
  const type = status === 'succeeded' ? 'payment.succeeded' : 'payment.canceled';
  const data = async () => presentPaymentV1((await findPayment(tx, id)) as PaymentRow);
  recordEvent(tx, { type, organizationId, data });
}
