import type { Transaction } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import { type ReferralRules, rewardReferrer } from '../referrals/reward-referrer.ts';
import { changeStatus } from './change-status.ts';
import { lockPayment } from './store.ts';

/** A person has looked: the payment is credited as it was asked for, or canceled. */
export async function resolveReview(
  tx: Transaction,
  paymentId: string,
  status: 'succeeded' | 'canceled',
  reason: string,
  referralRules: ReferralRules,
): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status !== 'review') throw new Problem('payment_not_in_review');
  await changeStatus(tx, payment, { status, reason, source: 'operator' });
  if (status === 'succeeded') await rewardReferrer(tx, payment, referralRules);
}
