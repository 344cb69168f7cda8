import type { Currency } from '@kazna/contract/money';
import type { Queries } from '../db/database.ts';
import { type Balance, type LedgerAccount, openAccount, selectBalances } from './store.ts';

/** What the organization has, by currency; nothing for one that never had any. */
export function readBalances(db: Queries, organizationId: string): Promise<Balance[]> {
  return selectBalances(db, organizationId);
}

export async function holdsMoney(db: Queries, organizationId: string): Promise<boolean> {
  return (await selectBalances(db, organizationId)).some((balance) => balance.amountMinor > 0);
}

/** The id of an account, opened on first use. */
export function openLedgerAccount(db: Queries, account: LedgerAccount, currency: Currency): Promise<string> {
  return openAccount(db, account, currency);
}
