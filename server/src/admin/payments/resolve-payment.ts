import { type Actor, recordAction } from '../../audit/record-action.ts';
import { type Resolution, resolveReview } from '../../payments/decide-payment.ts';
import type { ReferralRules } from '../../people/referrals/reward-referrer.ts';
import type { Transaction } from '../../platform/db/database.ts';

export async function resolvePayment(
  tx: Transaction,
  actor: Actor,
  { organizationId, ...resolution }: Resolution & { organizationId: string },
  referralRules: ReferralRules,
): Promise<void> {
  const { amountMinor, currency } = await resolveReview(tx, resolution, referralRules);
  const details = { ...resolution, amountMinor: String(amountMinor), currency };
  await recordAction(tx, actor, { organizationId, action: 'payment.resolved', details });
}
