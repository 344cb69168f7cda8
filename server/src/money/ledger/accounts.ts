import type { Currency } from '@kazna/contract/shared/money';

/** They have no floor and no running balance, and no transfer locks them: see `readSystemBalances`. */
export type SystemAccount = 'clearing' | 'revenue' | 'bonuses' | 'corrections' | 'bank' | 'unidentified';

/** An organization's balance, what is set aside of it, or one of the system's own accounts. */
export type LedgerAccount = { organizationId: string } | { held: string } | SystemAccount;

export interface AccountKey {
  organizationId: string;
  kind: 'organization' | 'held';
  currency: Currency;
}

/** Null for a system account. */
export function accountKeyOf(account: LedgerAccount, currency: Currency): AccountKey | null {
  if (typeof account === 'string') return null;
  if ('held' in account) return { organizationId: account.held, kind: 'held', currency };
  return { organizationId: account.organizationId, kind: 'organization', currency };
}

export function accountName({ organizationId, kind, currency }: AccountKey): string {
  return `${kind}:${organizationId}:${currency}`;
}

export function describeAccount(account: LedgerAccount): string {
  if (typeof account === 'string') return account;
  return 'held' in account ? `held:${account.held}` : `organization:${account.organizationId}`;
}
