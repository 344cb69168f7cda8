import type { Payment, PaymentDetails } from '@kazna/contract/cabinet/payments';
import { readRefundable } from '../money/ledger/balances.ts';
import type { Queries } from '../platform/db/database.ts';
import { selectRefunds } from './refunds/store.ts';
import { type PaymentRow, selectEvents } from './store.ts';

export function presentPayment(row: PaymentRow): Payment {
  const { id, amountMinor, currency, method, description, status, reason, refundedMinor, isRefunding, createdBy } = row;
  return {
    id,
    amountMinor,
    currency,
    method,
    description,
    status,
    reason,
    refundedMinor,
    isRefunding,
    createdBy,
    confirmationUrl: status === 'pending' ? row.confirmationUrl : null,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    expiresAt: row.expiresAt,
  };
}

export async function presentDetails(db: Queries, row: PaymentRow): Promise<PaymentDetails> {
  const events = await selectEvents(db, row.id);
  const refunds = await selectRefunds(db, row.id);
  const { amountMinor, refundedMinor, organizationId, currency, status } = row;
  const cashMinor = status === 'succeeded' ? await readRefundable(db, organizationId, currency) : 0;
  return {
    ...presentPayment(row),
    events,
    refundableMinor: Math.min(amountMinor - refundedMinor, cashMinor),
    refunds: refunds.map(({ id, amountMinor, status, reason, createdAt }) => ({
      id,
      amountMinor,
      status,
      reason,
      createdAt,
    })),
  };
}
