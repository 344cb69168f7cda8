import type { Currency } from '@kazna/contract/money';
import type { Queries, Transaction } from '../db/database.ts';
import { type Balance, type LedgerAccount, lockAccount, selectBalances } from './store.ts';

/** What the organization has, by currency; nothing for one that never had any. */
export function readBalances(db: Queries, organizationId: string): Promise<Balance[]> {
  return selectBalances(db, organizationId);
}

export async function holdsMoney(db: Queries, organizationId: string): Promise<boolean> {
  return (await selectBalances(db, organizationId)).some((balance) => balance.amountMinor > 0);
}

/**
 * The id of an account, opened on first use and locked until the transaction ends: its balance stays what it is. Several
 * are held in the order that a top-up with its bonus takes them: clearing, the organization, bonuses.
 */
export function holdAccount(tx: Transaction, account: LedgerAccount, currency: Currency): Promise<string> {
  return lockAccount(tx, account, currency);
}
