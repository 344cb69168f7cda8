import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type LockedAccount, lockAccounts } from './locking-store.ts';
import {
  type Balance,
  type BalancePots,
  type OrganizationBalance,
  type SystemBalance,
  selectBalanceAfter,
  selectBalances,
  selectPots,
  selectRefundable,
  selectSystemBalances,
  selectTotalBalances,
} from './store.ts';

/** What the organization has and what is set aside, by currency; nothing for one that never had any. */
export function readBalances(db: Queries, organizationId: string): Promise<OrganizationBalance[]> {
  return selectBalances(db, organizationId);
}

export function readTotalBalances(db: Queries): Promise<Balance[]> {
  return selectTotalBalances(db);
}

/** What each balance is made of: docs/design/money.md. */
export function readPots(db: Queries, organizationId: string): Promise<BalancePots[]> {
  return selectPots(db, organizationId);
}

/** The most that may go back to cards. */
export function readRefundable(db: Queries, organizationId: string, currency: Currency): Promise<number> {
  return selectRefundable(db, organizationId, currency);
}

/** What the organization had right after a transfer; null where the key has none. */
export function readBalanceAfter(db: Queries, organizationId: string, key: string): Promise<number | null> {
  return selectBalanceAfter(db, organizationId, key);
}

/** What is left of bonuses, locked until the transaction ends: nobody else moves it. */
export async function lockBonuses(tx: Transaction, organizationId: string, currency: Currency): Promise<number> {
  const [account] = await lockAccounts(tx, [{ organizationId, kind: 'organization', currency }], []);
  return account?.pots.bonus ?? 0;
}

/** What may be spent of each locked balance by organization and currency, down to the credit limit. */
export function availableOf(locked: LockedAccount[]): Map<string, Map<Currency, number>> {
  const available = new Map<string, Map<Currency, number>>();
  for (const { kind, organizationId, currency, balanceMinor, creditLimitMinor } of locked) {
    if (kind !== 'organization') continue;
    const amounts = available.get(organizationId) ?? new Map();
    available.set(organizationId, amounts.set(currency, balanceMinor + creditLimitMinor));
  }
  return available;
}

/** What each of the system's accounts has: derived, since no transfer keeps it. */
export function readSystemBalances(db: Queries): Promise<SystemBalance[]> {
  return selectSystemBalances(db);
}
