import type { Currency } from '@kazna/contract/shared/money';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findReferrer, insertBonus } from './store.ts';

export interface ReferralRules {
  percent: number;
  /** The maximum of one bonus, in minor units of the payment's currency. */
  capMinor: number;
  /** The delay before a bonus is credited: most refunds are requested by then. */
  delayDays: number;
}

export interface RewardedPayment {
  id: string;
  createdById: string;
  amountMinor: number;
  currency: Currency;
}

/** Idempotent per referred person: only the first successful payment earns a bonus. */
export async function rewardReferrer(
  tx: Transaction,
  payment: RewardedPayment,
  { percent, capMinor, delayDays }: ReferralRules,
): Promise<void> {
  const { id: paymentId, createdById: referredId, currency } = payment;
  const referrer = await findReferrer(tx, referredId);
  if (!referrer) return;
  const { organizationId, referrerId, mayEarn } = referrer;
  const share = Math.min(Math.floor((payment.amountMinor * percent) / 100), capMinor);
  // A zero bonus is stored as well, or a later payment would count as the first.
  const amountMinor = mayEarn ? Math.max(share, 0) : 0;
  const bonus = { referredId, referrerId, paymentId, organizationId, amountMinor, currency };
  if (await insertBonus(tx, bonus, delayDays)) announce(tx, { userId: referrerId }, 'referrals');
}
