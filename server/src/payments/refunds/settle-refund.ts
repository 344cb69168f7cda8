import type { EventSource } from '@kazna/contract/cabinet/payments';
import { businessDay } from '@kazna/contract/shared/business-time';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { takeBonusBack } from '../../people/referrals/bonuses.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { jobKind } from '../../platform/jobs/queue.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { recountInvoicePayment } from '../links/links-store.ts';
import { refundCanceled, refundSucceeded } from '../notifications.ts';
import { presentRefundV1 } from '../present-payment.ts';
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
  type Providers,
  type ReadVatCode,
} from '../providers/provider.ts';
import { findRefundReceipt } from '../receipts/receipts-store.ts';
import { settleRefundReceipt } from '../receipts/store-receipts.ts';
import { lockPayment } from '../status-store.ts';
import { addRefunded, findPayment, insertEvent, type PaymentRow } from '../store.ts';
import {
  findRefund,
  getReturned,
  markAsked,
  markStuck,
  type RefundRow,
  setProviderRefund,
  settle,
} from './refunds-store.ts';

export const refundSettling = jobKind<{ refundId: string; attempt: number }>('refund-settling');

interface RefundContext {
  db: Database;
  providers: Providers;
  receiptEmail: string;
  readVatCode?: ReadVatCode;
}

/**
 * Asks the provider to return the money, or polls it, and records the outcome. Throws ProviderUnavailable, or
 * ProviderRefusal of a repeated call, while the outcome is unknown: the call that timed out may have succeeded.
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
  if (refund.awaitsDecision) return 'pending';
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
  { db, receiptEmail, readVatCode }: RefundContext,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<RefundOutcome> {
  const hasOtherRefunds = payment.refundedMinor > refund.amountMinor;
  if (refund.providerRefundId) return provider.getRefund(refund.providerRefundId, hasOtherRefunds);
  // Before the call, so that a process that dies in the middle of it leaves a trace.
  const isFirst = await markAsked(db, refund.id, provider.keyLifetimeSeconds);
  const receipt = await findRefundReceipt(db, refund.id);
  try {
    return await provider.createRefund({
      refundId: refund.id,
      providerPaymentId: payment.providerPaymentId ?? '',
      amountMinor: refund.amountMinor,
      currency: payment.currency,
      description: refund.reason,
      payerEmail: payment.payerEmail ?? receiptEmail,
      vatCode: await readVatCode?.(db, businessDay(payment.paidAt ?? new Date()), 'advance'),
      ...(receipt && { receiptLines: receipt.lines }),
      method: payment.method,
      isRepeated: !isFirst,
      hasOtherRefunds,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefusal && isFirst)) throw error;
    return { providerId: null, status: 'canceled', reason: error.reason };
  }
}

/** `providerId` is null when the provider rejected the request or staff decided. */
export type RefundOutcome = Omit<ProviderRefund, 'providerId'> & { providerId: string | null };

/** Returns false when the outcome is known already or not known yet. A failed refund goes back by its own transfer. */
export async function recordRefund(
  tx: Transaction,
  refund: RefundRow,
  outcome: RefundOutcome,
  source: EventSource,
): Promise<boolean> {
  const { id, paymentId, amountMinor } = refund;
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return false;
  if (outcome.providerId) await setProviderRefund(tx, id, outcome.providerId);
  if (outcome.status === 'canceled' && (refund.isReturn || !payment.isOrganizationOpen)) {
    // There is no balance to go back to: staff return the money in another way.
    await markStuck(tx, id, refund.isReturn ? 'return_refused' : 'organization_closed');
    return false;
  }
  if (outcome.isUnclear) await markStuck(tx, id, 'provider_unclear');
  if (outcome.status === 'pending' || !(await settle(tx, id, outcome.status))) return false;
  await settleRefundReceipt(tx, id, outcome.status);
  const kind = outcome.status === 'succeeded' ? 'refund_succeeded' : 'refund_canceled';
  await insertEvent(tx, { paymentId, kind, source, reason: outcome.reason });
  const { organizationId, currency } = payment;
  announce(tx, { organizationId }, 'payments');
  const details = { paymentId, amountMinor, currency, reason: refund.reason };
  const notification = outcome.status === 'succeeded' ? refundSucceeded : refundCanceled;
  await notifyMembers(tx, notification, { organizationId, sourceId: id, details });
  const data = presentRefundV1(refund, payment, outcome.status);
  recordEvent(tx, { type: `refund.${outcome.status}`, organizationId, data });
  if (outcome.status === 'succeeded') {
    const returnedMinor = await getReturned(tx, paymentId);
    await takeBonusBack(tx, paymentId, { paidMinor: payment.amountMinor, returnedMinor });
    return true;
  }
  await addRefunded(tx, paymentId, -amountMinor);
  await recountInvoicePayment(tx, paymentId);
  await postTransfer(tx, {
    key: `refund_reversal:${id}`,
    kind: 'refund_reversal',
    from: 'clearing',
    to: { organizationId },
    amountMinor,
    currency,
    sourceId: paymentId,
  });
  return true;
}
