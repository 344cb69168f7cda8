import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import * as store from './imports-store.ts';
import { lockAccounts, openAccounts } from './locking-store.ts';

/** Writes an organization's past, such as the demo's; `addUpImported` must follow in the same transaction. */
export async function importTransfers(
  tx: Transaction,
  { organizationId, currency }: { organizationId: string; currency: Currency },
  transfers: store.PastTransfer[],
): Promise<void> {
  await store.beginImport(tx);
  const keys = [{ organizationId, kind: 'organization' as const, currency }];
  await openAccounts(tx, keys);
  const [account] = await lockAccounts(tx, keys, []);
  for (let start = 0; start < transfers.length; start += 5000) {
    await store.insertPastTransfers(tx, account?.id as string, currency, transfers.slice(start, start + 5000));
  }
}

export function addUpImported(db: Queries): Promise<void> {
  return store.addUpLedger(db);
}
