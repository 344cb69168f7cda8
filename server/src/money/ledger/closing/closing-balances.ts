import type { Closing } from '@kazna/contract/cabinet/closing';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { postTransfer } from '../post-transfer.ts';
import { selectClosingBalances, selectHeld } from './store.ts';

/** What the organization has, by currency, and what of it may go back to cards or is a bonus. */
export function readClosingBalances(db: Queries, organizationId: string): Promise<Closing['balances']> {
  return selectClosingBalances(db, organizationId);
}

export function readHeld(db: Queries, organizationId: string): Promise<Closing['held']> {
  return selectHeld(db, organizationId);
}

export async function writeOffBonuses(
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
}
