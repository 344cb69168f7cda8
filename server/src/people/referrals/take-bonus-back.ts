import { lockBonuses } from '../../money/ledger/balances.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { lockBonus, recordTakenBack } from './store.ts';

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
