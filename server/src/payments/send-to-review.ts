import type { Transaction } from '../platform/db/database.ts';
import { changeStatus } from './change-status.ts';
import { lockPayment } from './settling/lock-payment.ts';

export async function sendToReview(tx: Transaction, paymentId: string, reason: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status === 'pending') await changeStatus(tx, payment, { status: 'review', reason, source: 'poll' });
}
