import type { Currency } from '@kazna/contract/shared/money';
import { lockBonuses } from '../../money/ledger/balance-settings-store.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findReferrer, findReferrerId, insertBonus, lockBonus, recordTakenBack } from './store.ts';

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

export async function notifyReferrer(tx: Transaction, referredId: string): Promise<void> {
  const userId = await findReferrerId(tx, referredId);
  if (userId) announce(tx, { userId }, 'referrals');
}

/** What the referrer has spent becomes a debt, so that the refund never depends on the referrer. */
export async function takeBonusBack(
  tx: Transaction,
  paymentId: string,
  { paidMinor, returnedMinor }: { paidMinor: number; returnedMinor: number },
): Promise<void> {
  const bonus = await lockBonus(tx, paymentId);
  if (!bonus) return;
  const nonBonusMinor = Number((BigInt(bonus.amountMinor) * BigInt(paidMinor - returnedMinor)) / BigInt(paidMinor));
  const dueMinor = bonus.amountMinor - nonBonusMinor - bonus.takenBackMinor;
  if (dueMinor <= 0) return;
  announce(tx, { userId: bonus.referrerId }, 'referrals');
  const takenMinor = bonus.isCredited ? await takeFromBalance(tx, paymentId, bonus, dueMinor, returnedMinor) : dueMinor;
  await recordTakenBack(tx, paymentId, { takenBackMinor: dueMinor, owedMinor: dueMinor - takenMinor });
}

async function takeFromBalance(
  tx: Transaction,
  paymentId: string,
  { organizationId, currency }: NonNullable<Awaited<ReturnType<typeof lockBonus>>>,
  dueMinor: number,
  returnedMinor: number,
): Promise<number> {
  const amountMinor = Math.min(dueMinor, await lockBonuses(tx, organizationId, currency));
  if (amountMinor === 0) return 0;
  await postTransfer(tx, {
    // The returned sum grows with each refund, so the key is unique.
    key: `bonus_reversal:${paymentId}:${returnedMinor}`,
    kind: 'bonus_reversal',
    from: { organizationId },
    to: 'bonuses',
    amountMinor,
    currency,
    sourceId: paymentId,
  });
  return amountMinor;
}
