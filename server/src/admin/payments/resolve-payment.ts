import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../db/database.ts';
import { resolveReview } from '../../payments/resolve-review.ts';
import type { ReferralRules } from '../../referrals/reward-referrer.ts';

/** An operator ends the review of a payment; the organization's log says who and why. */
export async function resolvePayment(
  tx: Transaction,
  actor: Actor,
  { organizationId, ...decision }: Decision,
  referralRules: ReferralRules,
): Promise<void> {
  const { paymentId, status, reason } = decision;
  await resolveReview(tx, paymentId, status, reason, referralRules);
  await recordAction(tx, actor, { organizationId, action: 'payment.resolved', details: decision });
}

interface Decision {
  organizationId: string;
  paymentId: string;
  status: 'succeeded' | 'canceled';
  reason: string;
}
