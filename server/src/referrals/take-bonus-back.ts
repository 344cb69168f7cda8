import { announce } from '../db/announce.ts';
import type { Transaction } from '../db/database.ts';
import { holdAccount, readBalances } from '../ledger/balances.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { markTakenBack } from './store.ts';

/** A payment that was returned in full earns nothing. What the referrer has spent meanwhile cannot be taken. */
export async function takeBonusBack(tx: Transaction, paymentId: string): Promise<void> {
  const bonus = await markTakenBack(tx, paymentId);
  if (!bonus) return;
  const { organizationId, currency, referrerId } = bonus;
  await announce(tx, { userId: referrerId }, 'referrals');
  await holdAccount(tx, 'clearing', currency);
  await holdAccount(tx, { organizationId }, currency);
  const balances = await readBalances(tx, organizationId);
  const left = balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
  const amountMinor = Math.min(bonus.amountMinor, left);
  if (amountMinor === 0) return;
  await postTransfer(tx, {
    key: `bonus_reversal:${paymentId}`,
    kind: 'bonus_reversal',
    from: { organizationId },
    to: 'bonuses',
    amountMinor,
    currency,
    sourceId: paymentId,
  });
}
