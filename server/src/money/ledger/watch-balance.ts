import type { Currency } from '@kazna/contract/shared/money';
import type { Transaction } from '../../platform/db/database.ts';
import { lockAccounts, openAccounts, updateTopUpThreshold } from './locking-store.ts';

/** Marks the balance when below the amount, in the statement that moves it. The organization must exist; null stops. */
export async function watchBalance(
  tx: Transaction,
  { organizationId, currency, belowMinor }: { organizationId: string; currency: Currency; belowMinor: number | null },
): Promise<void> {
  const keys = [{ organizationId, kind: 'organization' as const, currency }];
  await openAccounts(tx, keys);
  const [account] = await lockAccounts(tx, keys, []);
  if (!account) throw new Error(`no account of ${organizationId}`);
  await updateTopUpThreshold(tx, account.id, belowMinor);
}
