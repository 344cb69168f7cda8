import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { changeStatus } from './change-status.ts';
import { lockPayment } from './settling/lock-payment.ts';

/** The provider has no way to withdraw a page already open; whoever pays there in time is credited all the same. */
export async function cancelPayment(tx: Transaction, organizationId: string, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.organizationId !== organizationId) throw new Problem('not_found');
  if (payment.status !== 'pending') throw new Problem('payment_not_pending');
  // There is no page to give up: the bank may be charging the card this moment.
  if (payment.paymentMethodId) throw new Problem('payment_being_charged');
  await changeStatus(tx, payment, { status: 'canceled', reason: 'canceled_by_user', source: 'user' });
}
