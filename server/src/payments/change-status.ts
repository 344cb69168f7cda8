import { isDeclineReason } from '@kazna/contract/cabinet/payment-labels';
import type { EventSource, PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import { notifyMembers } from '../organizations/notify-members.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { recordEvent } from '../platform/outbox/record-event.ts';
import { settleAttempt } from './auto-top-up/settle-attempt.ts';
import { paymentCredited, paymentDeclined, paymentInReview, paymentRejected } from './notifications.ts';
import { presentPaymentV1 } from './present-payment.ts';
import { storeAdvance } from './receipts/store-receipts.ts';
import { retireCard } from './saved-methods/change-cards.ts';
import { lockPayment, setPaid } from './status-store.ts';
import { findPayment, insertEvent, moveInTotals, type PaymentRow, setStatus } from './store.ts';

/**
 * What a payment may become. A success is final. A payment that was canceled or expired can still be paid on
 * a provider's page that is open: the money is credited. Review ends by a decision of staff.
 */
const transitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['succeeded', 'canceled', 'expired', 'review'],
  expired: ['succeeded', 'review'],
  canceled: ['succeeded', 'review'],
  review: ['succeeded', 'canceled'],
  succeeded: [],
};

export class IllegalTransition extends Error {}

export function assertTransition(from: PaymentStatus, to: PaymentStatus): void {
  if (!transitions[from].includes(to)) throw new IllegalTransition(`a payment cannot go from ${from} to ${to}`);
}

export interface StatusChange {
  status: PaymentStatus;
  reason: string | null;
  source: EventSource;
  /** What was really paid, where that is not what was asked for. */
  paid?: { amountMinor: number; currency: Currency; providerPaymentId: string } | undefined;
  /** Whether the payer gets receipts by 54-ФЗ. */
  hasReceipts?: boolean | undefined;
}

/** Changes a locked payment's status, writes the event down and, on success, credits the balance: all or nothing. */
export async function changeStatus(
  tx: Transaction,
  payment: PaymentRow,
  { status, reason, source, paid, hasReceipts = false }: StatusChange,
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
    if (hasReceipts) await storeAdvance(tx, { ...payment, amountMinor, currency });
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
  recordPaymentEvent(tx, payment, status);
}

/** An expired payment is published as a canceled one. */
function recordPaymentEvent(tx: Transaction, { id, organizationId }: PaymentRow, status: PaymentStatus): void {
  if (status === 'pending' || status === 'review') return;
  const type = status === 'succeeded' ? 'payment.succeeded' : 'payment.canceled';
  const data = async () => presentPaymentV1((await findPayment(tx, id)) as PaymentRow);
  recordEvent(tx, { type, organizationId, data });
}

/** Notifies of a success, a review and a decline; a cancellation by the payer needs no notification. */
async function notifyOfStatus(
  tx: Transaction,
  payment: PaymentRow,
  { status, reason }: { status: PaymentStatus; reason: string | null },
): Promise<void> {
  const { id: paymentId, organizationId, amountMinor, currency, createdById: payerId } = payment;
  const source = { organizationId, sourceId: paymentId };
  const details = { paymentId, payerId, amountMinor, currency, reason };
  const isAfterReview = payment.status === 'review';
  if (status === 'succeeded')
    return notifyMembers(tx, paymentCredited, { ...source, details: { ...details, isAfterReview } });
  if (status === 'review') return notifyMembers(tx, paymentInReview, { ...source, details });
  if (status !== 'canceled') return;
  if (isAfterReview) return notifyMembers(tx, paymentRejected, { ...source, details });
  if (isDeclineReason(reason)) return notifyMembers(tx, paymentDeclined, { ...source, details });
}

export async function sendToReview(tx: Transaction, paymentId: string, reason: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status === 'pending') await changeStatus(tx, payment, { status: 'review', reason, source: 'poll' });
}
