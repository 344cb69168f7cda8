import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type Balance, type LedgerAccount, lockAccount, selectBalances, selectRefundable } from './store.ts';

/** What the organization has, by currency; nothing for one that never had any. */
export function readBalances(db: Queries, organizationId: string): Promise<Balance[]> {
  return selectBalances(db, organizationId);
}

/** The most that may go back to cards. */
export function readRefundable(db: Queries, organizationId: string, currency: Currency): Promise<number> {
  return selectRefundable(db, organizationId, currency);
}

/**
 * The id of an account, opened on first use and locked until the transaction ends: its balance stays what it is.
 * Several are locked in the order that transfers use: the system's own first.
 */
export function holdAccount(tx: Transaction, account: LedgerAccount, currency: Currency): Promise<string> {
  return lockAccount(tx, account, currency);
}
