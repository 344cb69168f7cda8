import type { Currency } from '@kazna/contract/money';
import type { Transaction } from '../db/database.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { findReferrer, insertBonus } from './store.ts';

export interface ReferralRules {
  percent: number;
  /** The most of one bonus, in minor units of the payment's currency. */
  capMinor: number;
}

export interface RewardedPayment {
  id: string;
  createdById: string;
  amountMinor: number;
  currency: Currency;
}

/** Gives the bonus for somebody's first successful payment: once, whatever they pay later. */
export async function rewardReferrer(
  tx: Transaction,
  payment: RewardedPayment,
  { percent, capMinor }: ReferralRules,
): Promise<void> {
  const { id: paymentId, createdById: referredId, currency } = payment;
  const amountMinor = Math.min(Math.floor((payment.amountMinor * percent) / 100), capMinor);
  if (amountMinor <= 0) return;
  const referrer = await findReferrer(tx, referredId);
  if (!referrer) return;
  const { organizationId } = referrer;
  if (!(await insertBonus(tx, { ...referrer, referredId, paymentId, amountMinor, currency }))) return;
  await postTransfer(tx, {
    key: `bonus:${paymentId}`,
    kind: 'bonus',
    from: 'bonuses',
    to: { organizationId },
    amountMinor,
    currency,
    sourceId: paymentId,
  });
}
