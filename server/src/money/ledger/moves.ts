import type { Currency } from '@kazna/contract/shared/money';
import { accountKeyOf, accountName } from './accounts.ts';
import type { LockedAccount } from './locking/store.ts';
import { isLowBalance } from './low-balance/is-low-balance.ts';
import type { Posting, TransferKind } from './posting.ts';
import { cashInKinds, cashlessDebitKinds } from './posting-rules.ts';

export interface IdentifiedPosting extends Posting {
  id: string;
}

export interface NewEntry {
  transferId: string;
  organizationId: string;
  accountId: string;
  currency: Currency;
  kind: TransferKind;
  amountMinor: number;
  balanceAfterMinor: number;
  sourceId: string | null;
}

export interface AccountChange {
  accountId: string;
  creditedMinor: number;
  debitedMinor: number;
  cashMinor: number;
  chargedMinor: number;
  /** By charges and corrections, as sums by day count them. */
  spentMinor: number;
  isLow: boolean;
}

export interface Moves {
  /** Of balances, in the order of the postings. */
  entries: NewEntry[];
  changes: AccountChange[];
}

/** What the postings, made one after another, do to the locked accounts. */
export function movesOf(accounts: ReadonlyMap<string, LockedAccount>, postings: IdentifiedPosting[]): Moves {
  const entries: NewEntry[] = [];
  const changes = new Map<LockedAccount, AccountChange>();
  const move = (posting: IdentifiedPosting, side: 'from' | 'to') => {
    const { id: transferId, kind, currency, sourceId = null } = posting;
    const key = accountKeyOf(posting[side], currency);
    if (!key) return;
    const account = accounts.get(accountName(key)) as LockedAccount;
    const { id: accountId, organizationId } = account;
    const change = changes.get(account) ?? noChange(accountId);
    changes.set(account, change);
    add(change, posting, side, account.kind);
    if (account.kind !== 'organization') return;
    const balanceAfterMinor = account.balanceMinor + change.creditedMinor - change.debitedMinor;
    const amountMinor = side === 'to' ? posting.amountMinor : -posting.amountMinor;
    entries.push({ transferId, organizationId, accountId, currency, kind, amountMinor, balanceAfterMinor, sourceId });
  };
  for (const posting of postings) {
    move(posting, 'to');
    move(posting, 'from');
  }
  for (const [account, change] of changes) change.isLow = isLowAfter(account, change);
  return { entries, changes: [...changes.values()] };
}

function noChange(accountId: string): AccountChange {
  const nothing = { creditedMinor: 0, debitedMinor: 0, cashMinor: 0, chargedMinor: 0, spentMinor: 0 };
  return { accountId, ...nothing, isLow: false };
}

function add(
  change: AccountChange,
  { kind, amountMinor }: Posting,
  side: 'from' | 'to',
  account: LockedAccount['kind'],
): void {
  const isBalance = account === 'organization';
  if (side === 'to') {
    change.creditedMinor += amountMinor;
    if (isBalance && cashInKinds.includes(kind)) change.cashMinor += amountMinor;
    return;
  }
  change.debitedMinor += amountMinor;
  if (isBalance && !cashlessDebitKinds.includes(kind)) change.cashMinor -= amountMinor;
  if (kind === 'charge') change.chargedMinor += amountMinor;
  if (kind === 'charge' || kind === 'adjustment') change.spentMinor += amountMinor;
}

/** Only a raise ends a low balance: whoever was told of it is not told again before. */
function isLowAfter(account: LockedAccount, { creditedMinor, debitedMinor, chargedMinor }: AccountChange): boolean {
  const amountMinor = creditedMinor - debitedMinor;
  const isLow = isLowBalance({
    balanceMinor: account.balanceMinor + amountMinor,
    recentChargesMinor: account.recentChargesMinor + chargedMinor,
  });
  return amountMinor > 0 ? account.isLow && isLow : account.isLow || isLow;
}
