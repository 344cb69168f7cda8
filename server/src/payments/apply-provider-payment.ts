import { defaultCardCaps } from '@kazna/contract/cabinet/payment-methods';
import type { EventSource, PaymentStatus } from '@kazna/contract/cabinet/payments';
import { notifyMembers } from '../organizations/notify-members.ts';
import { type ReferralRules, rewardReferrer } from '../people/referrals/bonuses.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { changeStatus } from './change-status.ts';
import type { ProviderPayment } from './providers/provider.ts';
import { insertReturn } from './refunds/refunds-store.ts';
import { refundSettling } from './refunds/settle-refund.ts';
import { saveCard } from './saved-methods/change-cards.ts';
import { chargeReturned } from './saved-methods/notifications.ts';
import { findMethod, titleOf } from './saved-methods/store.ts';
import { type LockedPayment, lockPayment, setReported } from './status-store.ts';
import { insertEvent, type PaymentRow, setProviderPayment } from './store.ts';

/** What the provider says of a payment, next to what we asked of it. */
export interface ProviderReport {
  paymentId: string | null;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string | null;
  amountMinor: number | null;
  currency: string;
}

export interface OurPayment {
  id: string;
  status: PaymentStatus;
  amountMinor: number;
  currency: string;
  isOverdue: boolean;
  isCanceledByStaff: boolean;
}

type Transition = { status: PaymentStatus; reason: string | null } | null;

/**
 * What the provider's report makes of our payment; null when it changes nothing. A report about another payment, amount
 * or currency never moves money: staff look at it. Duplicate and out-of-order reports converge.
 */
export function reconcile(ours: OurPayment, report: ProviderReport): Transition {
  const isSettled = ours.status === 'succeeded' || ours.status === 'review';
  if (isSettled) return null;
  if (report.status === 'pending') {
    return ours.status === 'pending' && ours.isOverdue
      ? { status: 'expired', reason: 'expired_on_confirmation' }
      : null;
  }
  if (report.status === 'canceled') {
    if (ours.status !== 'pending') return null;
    const isExpiry = report.reason === 'expired_on_confirmation';
    return { status: isExpiry ? 'expired' : 'canceled', reason: report.reason ?? 'general_decline' };
  }
  const difference = differenceOf(ours, report);
  if (difference) return { status: 'review', reason: difference };
  // They may have returned it already.
  if (ours.isCanceledByStaff) return { status: 'review', reason: 'paid_after_cancellation' };
  return { status: 'succeeded', reason: ours.status === 'pending' ? null : 'late_success' };
}

function differenceOf(ours: OurPayment, report: ProviderReport): string | null {
  if (report.paymentId !== ours.id) return 'payment_differs';
  if (report.currency !== ours.currency) return 'currency_differs';
  return report.amountMinor === ours.amountMinor ? null : 'amount_differs';
}

const returnReason = 'Карту отозвали раньше, чем банк списал деньги';

interface ApplyContext {
  db: Database;
  queue: Queue;
  referralRules: ReferralRules;
  /** Whether payers get receipts by 54-ФЗ. */
  hasReceipts?: boolean;
}

/** Applies the provider's report to our payment, under its lock. */
export async function applyProviderPayment(
  { db, queue, referralRules, hasReceipts }: ApplyContext,
  paymentId: string,
  report: ProviderPayment,
  source: EventSource,
): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return;
    const { providerPaymentId } = payment;
    if (payment.isCanceledByStaff && payment.claim?.providerPaymentId === report.providerId) return;
    const isOther = providerPaymentId !== null && providerPaymentId !== report.providerId;
    if (isOther && report.status !== 'succeeded') return;
    if (!isOther && report.paymentId === paymentId) await setProviderPayment(tx, paymentId, report);
    // Staff look at money that came by another object of the provider.
    const transition = reconcile(payment, isOther ? { ...report, paymentId: null } : report);
    if (!transition) return;
    if (transition.status === 'succeeded' && payment.isRevoked) return returnCharge(tx, queue, payment, source);
    // A closed organization has no balance to credit: staff return the money.
    const isClosed = transition.status === 'succeeded' && !payment.isOrganizationOpen;
    const change = isClosed ? ({ status: 'review', reason: 'organization_closed' } as const) : transition;
    if (change.status === 'review')
      await setReported(tx, paymentId, { ...report, providerPaymentId: report.providerId });
    if (change.status === 'succeeded') await saveCardOf(tx, payment, report);
    await changeStatus(tx, payment, { ...change, source, hasReceipts });
    if (change.status === 'succeeded') await rewardReferrer(tx, payment, referralRules);
  });
}

/** Lock order: before the ledger accounts that the success credits. */
async function saveCardOf(tx: Transaction, payment: PaymentRow, { savedMethod: saved }: ProviderPayment) {
  const { savesMethod, organizationId, provider, createdById: savedBy } = payment;
  const cap = { amountMinor: defaultCardCaps[payment.currency], currency: payment.currency };
  if (savesMethod && saved) await saveCard(tx, { organizationId, provider, savedBy, cap, saved });
}

/** Returns to the card what was charged without permission: the balance never gets it. Idempotent. */
async function returnCharge(tx: Transaction, queue: Queue, payment: LockedPayment, source: EventSource): Promise<void> {
  const { id: paymentId, organizationId, amountMinor, currency, createdById: requestedBy } = payment;
  const id = uuidv7();
  if (!(await insertReturn(tx, { id, paymentId, amountMinor, reason: returnReason, requestedBy }))) return;
  if (payment.status === 'pending')
    await changeStatus(tx, payment, { status: 'canceled', reason: 'charge_revoked', source });
  await insertEvent(tx, { paymentId, kind: 'refund_requested', source, reason: returnReason });
  const card = payment.paymentMethodId && (await findMethod(tx, payment.paymentMethodId));
  const payerId = card ? card.savedById : requestedBy;
  const details = { paymentId, payerId, amountMinor, currency, card: card ? titleOf(card) : null };
  await notifyMembers(tx, chargeReturned, { organizationId, sourceId: id, details });
  await queue.enqueue(tx, refundSettling, { refundId: id, attempt: 0 });
}

/** The provider rejected the payment: nothing was charged. */
export async function cancelRefusedPayment(db: Database, paymentId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment?.status !== 'pending') return;
    await changeStatus(tx, payment, { status: 'canceled', reason: 'provider_refused', source: 'poll' });
  });
}
