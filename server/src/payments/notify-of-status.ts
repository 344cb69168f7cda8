import { isDeclineReason } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import { notifyMembers } from '../organizations/notify-members.ts';
import type { Transaction } from '../platform/db/database.ts';
import { paymentCredited, paymentDeclined, paymentInReview, paymentRejected } from './notifications.ts';
import type { PaymentRow } from './store.ts';

/** What the payer and those who answer for the money should know of a change. Giving a payment up is not news. */
export async function notifyOfStatus(
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
