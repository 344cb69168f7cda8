import { isDeclineReason } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import { notifyMembers } from '../organizations/letters/notify-members.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { PaymentRow } from './store.ts';

/** What the payer and those who answer for the money should know of a change. Giving a payment up is not news. */
export async function notifyOfStatus(
  tx: Transaction,
  payment: PaymentRow,
  { status, reason }: { status: PaymentStatus; reason: string | null },
): Promise<void> {
  const { id: paymentId, organizationId, amountMinor, currency, createdById: payerId } = payment;
  const event = { organizationId, sourceId: paymentId };
  const details = { paymentId, payerId, amountMinor, currency, reason };
  const isAfterReview = payment.status === 'review';
  if (status === 'succeeded')
    return notifyMembers(tx, { ...event, kind: 'payment_credited', details: { ...details, isAfterReview } });
  if (status === 'review') return notifyMembers(tx, { ...event, kind: 'payment_in_review', details });
  if (status !== 'canceled') return;
  if (isAfterReview) return notifyMembers(tx, { ...event, kind: 'payment_rejected', details });
  if (isDeclineReason(reason)) return notifyMembers(tx, { ...event, kind: 'payment_declined', details });
}
