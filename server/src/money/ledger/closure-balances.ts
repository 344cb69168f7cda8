import type { Closing } from '@kazna/contract/cabinet/account-closure';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { endCreditLimits } from './balance-settings-store.ts';
import { postTransfer } from './post-transfer.ts';
import { readPots } from './reads.ts';

/** What the organization has or owes, by currency, and how it came. */
export async function readClosingBalances(db: Queries, organizationId: string): Promise<Closing['balances']> {
  const balances = await readPots(db, organizationId);
  return balances
    .filter(({ balanceMinor }) => balanceMinor !== 0)
    .map(({ balanceMinor: amountMinor, cardMinor: refundableMinor, ...pots }) => ({
      amountMinor,
      refundableMinor,
      ...pots,
    }));
}

/**
 * Writes bonuses off and takes the credit limits away: a closed organization that could be debited on credit would owe
 * what can no longer be paid.
 */
export async function closeBalances(
  tx: Transaction,
  organizationId: string,
  balances: Closing['balances'],
): Promise<void> {
  for (const { currency, bonusMinor } of balances) {
    if (bonusMinor === 0) continue;
    await postTransfer(tx, {
      key: `bonus_write_off:${organizationId}:${currency}`,
      kind: 'bonus_reversal',
      from: { organizationId },
      to: 'bonuses',
      amountMinor: bonusMinor,
      currency,
      sourceKind: 'organization',
      sourceId: organizationId,
    });
  }
  await endCreditLimits(tx, organizationId);
}
