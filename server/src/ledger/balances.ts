import type { Queries } from '../db/database.ts';
import { type Balance, selectBalances } from './store.ts';

/** What the organization has, by currency; nothing for one that never had any. */
export function readBalances(db: Queries, organizationId: string): Promise<Balance[]> {
  return selectBalances(db, organizationId);
}

export async function holdsMoney(db: Queries, organizationId: string): Promise<boolean> {
  return (await selectBalances(db, organizationId)).some((balance) => balance.amountMinor > 0);
}
