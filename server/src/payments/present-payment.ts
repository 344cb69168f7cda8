import type { Payment, PaymentDetails } from '@kazna/contract/cabinet/payments';
import type { Refund } from '@kazna/contract/v1/events';
import type { Payment as PaymentV1 } from '@kazna/contract/v1/payments';
import { readBalanceAfter, readRefundable } from '../money/ledger/reads.ts';
import type { Queries } from '../platform/db/database.ts';
import { hasCardWithoutRule } from './auto-top-up/store.ts';
import { type RefundRow, selectRefunds } from './refunds/refunds-store.ts';
import { type PaymentRow, selectEvents } from './store.ts';

export function presentPayment(row: PaymentRow): Payment {
  const { id, number, amountMinor, currency, method, cardLast4, cardType, description, status, reason } = row;
  return {
    id,
    number,
    amountMinor,
    currency,
    method,
    card: cardLast4 === null ? null : { last4: cardLast4, type: cardType },
    description,
    status,
    reason,
    refundedMinor: row.refundedMinor,
    isRefunding: row.isRefunding,
    createdBy: row.createdBy,
    confirmationUrl: status === 'pending' ? row.confirmationUrl : null,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    expiresAt: row.expiresAt,
  };
}

/** What was used and is not charged yet takes money that was paid by card first. */
export async function presentDetails(db: Queries, row: PaymentRow, unbilledMinor: number): Promise<PaymentDetails> {
  const events = await selectEvents(db, row.id);
  const refunds = await selectRefunds(db, row.id);
  const { amountMinor, refundedMinor, organizationId, currency, status } = row;
  const isPaid = status === 'succeeded';
  const cashMinor = isPaid ? (await readRefundable(db, organizationId, currency)) - unbilledMinor : 0;
  const balanceAfterMinor = isPaid ? await readBalanceAfter(db, organizationId, `top_up:${row.id}`) : null;
  return {
    ...presentPayment(row),
    events,
    balanceAfterMinor,
    offersAutoTopUp: isPaid && row.savesMethod && (await hasCardWithoutRule(db, organizationId)),
    refundableMinor: Math.max(0, Math.min(amountMinor - refundedMinor, cashMinor)),
    refunds: refunds.map(({ id, amountMinor, status, reason, createdAt }) => ({
      id,
      amountMinor,
      status,
      reason,
      createdAt,
    })),
  };
}

export function presentPaymentV1(row: PaymentRow): PaymentV1 {
  const { id, organizationId, amountMinor, refundedMinor, currency, method, description, status } = row;
  const { createdAt, paidAt } = row;
  return {
    ...{ id, organizationId, amountMinor, refundedMinor, currency, method, description, status },
    ...{ createdAt, paidAt },
  };
}

export function presentRefundV1(
  { id, paymentId, amountMinor, reason, createdAt }: RefundRow,
  { organizationId, currency }: PaymentRow,
  status: Refund['status'],
): Refund {
  return { id, paymentId, organizationId, amountMinor, currency, status, reason, createdAt };
}
