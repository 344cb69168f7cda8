import type { Currency } from '@kazna/contract/shared/money';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findReferrer, insertBonus } from './store.ts';

export interface ReferralRules {
  percent: number;
  /** The most of one bonus, in minor units of the payment's currency. */
  capMinor: number;
  /** How long a bonus waits before it is credited: most refunds are asked for by then. */
  holdDays: number;
}

export interface RewardedPayment {
  id: string;
  createdById: string;
  amountMinor: number;
  currency: Currency;
}

/** Promises the bonus for somebody's first successful payment: once, whatever they pay later. */
export async function rewardReferrer(
  tx: Transaction,
  payment: RewardedPayment,
  { percent, capMinor, holdDays }: ReferralRules,
): Promise<void> {
  const { id: paymentId, createdById: referredId, currency } = payment;
  const referrer = await findReferrer(tx, referredId);
  if (!referrer) return;
  const { organizationId, referrerId, mayEarn } = referrer;
  const share = Math.min(Math.floor((payment.amountMinor * percent) / 100), capMinor);
  // Nothing earned by the first payment is written down too, or a later one would pass for the first.
  const amountMinor = mayEarn ? Math.max(share, 0) : 0;
  const bonus = { referredId, referrerId, paymentId, organizationId, amountMinor, currency };
  if (await insertBonus(tx, bonus, holdDays)) await announce(tx, { userId: referrerId }, 'referrals');
}
