import type { Currency } from '@kazna/contract/shared/money';
import { accountKeyOf, accountName } from './accounts.ts';
import type { LockedAccount } from './locking-store.ts';
import { isLowBalance } from './low-balance/is-low-balance.ts';
import {
  BankReturnNotCovered,
  ClosedOrganization,
  InsufficientFunds,
  NotRefundable,
  type Posting,
  type TransferKind,
} from './posting.ts';
import { changeByCredit, changeByDebit, onlyPot, type PotChange, potNames, type Taken } from './pots.ts';

export interface IdentifiedPosting extends Posting {
  id: string;
}

export interface NewEntry extends PotChange {
  transferId: string;
  organizationId: string;
  accountId: string;
  currency: Currency;
  kind: TransferKind;
  amountMinor: number;
  balanceAfterMinor: number;
  sourceId: string | null;
}

/** An account after the postings, and what they added up to. */
export interface ChangedAccount extends LockedAccount {
  creditedMinor: number;
  debitedMinor: number;
  /** By charges and corrections, as sums by day count them. */
  spentMinor: number;
}

export interface BalanceChanges {
  /** Of balances, in the order of the postings. */
  entries: NewEntry[];
  accounts: ChangedAccount[];
}

/**
 * Works out what the postings, made one after another, do to the locked accounts. Throws when one of them is refused:
 * none may rely on money that only a later one brings. `taken` is by the key of the transfer that a posting undoes.
 */
export function computeBalanceChanges(
  locked: LockedAccount[],
  postings: IdentifiedPosting[],
  taken: ReadonlyMap<string, Taken>,
): BalanceChanges {
  const entries: NewEntry[] = [];
  const states = new Map(
    locked.map((account) => {
      const { pots, repaid } = account;
      const copy = { ...account, pots: { ...pots }, repaid: { ...repaid } };
      return [accountName(account), { ...copy, creditedMinor: 0, debitedMinor: 0, spentMinor: 0 }];
    }),
  );
  const changed = new Set<ChangedAccount>();
  const givenBack = new Map(taken);
  const accountOf = (posting: Posting, side: 'from' | 'to') => {
    const key = accountKeyOf(posting[side], posting.currency);
    const account = key && (states.get(accountName(key)) as ChangedAccount);
    if (account) changed.add(account);
    return account;
  };
  const addEntry = (account: ChangedAccount, posting: IdentifiedPosting, amountMinor: number, change: PotChange) => {
    const { id: accountId, organizationId, currency, balanceMinor } = account;
    const { id: transferId, kind, sourceId = null } = posting;
    for (const pot of potNames) {
      account.pots[pot] += change.pots[pot];
      account.repaid[pot] += change.repaid[pot];
    }
    const ids = { transferId, organizationId, accountId, sourceId };
    entries.push({ ...ids, currency, kind, amountMinor, balanceAfterMinor: balanceMinor, ...change });
  };
  for (const posting of postings) {
    const { kind, amountMinor, undoes } = posting;
    const [payer, payee] = [accountOf(posting, 'from'), accountOf(posting, 'to')];
    if (payee && !payee.isOpen) throw new ClosedOrganization();
    if (payer) {
      requireCovered(payer, posting);
      const change = payer.kind === 'organization' && changeByDebit(payer, kind, amountMinor);
      payer.balanceMinor -= amountMinor;
      payer.debitedMinor += amountMinor;
      if (kind === 'charge') payer.recentChargesMinor += amountMinor;
      if (kind === 'charge' || kind === 'adjustment') payer.spentMinor += amountMinor;
      if (change) addEntry(payer, posting, -amountMinor, change);
    }
    if (payee) {
      // A correction that takes back what another one gave undoes it as well, but gives nothing back.
      const back = undoes ? givenBack.get(undoes) : undefined;
      const change = payee.kind === 'organization' && changeByCredit(payee, kind, amountMinor, back);
      if (undoes && back) givenBack.set(undoes, { ...back, givenBackMinor: back.givenBackMinor + amountMinor });
      payee.balanceMinor += amountMinor;
      payee.creditedMinor += amountMinor;
      if (change) addEntry(payee, posting, amountMinor, change);
    }
  }
  for (const account of changed) account.isLow = isLowAfter(account);
  return { entries, accounts: [...changed] };
}

function requireCovered(
  { kind: account, balanceMinor, creditLimitMinor, pots }: LockedAccount,
  posting: Posting,
): void {
  const { kind, amountMinor } = posting;
  const only = account === 'organization' ? onlyPot[kind] : undefined;
  if (only && amountMinor > pots[only]) {
    if (kind === 'refund') throw new NotRefundable(pots.card);
    if (kind === 'bank_return') throw new BankReturnNotCovered(pots.bank);
    throw new InsufficientFunds(amountMinor - pots[only]);
  }
  const leftMinor = balanceMinor + creditLimitMinor - amountMinor;
  if (leftMinor < 0) throw new InsufficientFunds(-leftMinor);
}

/** Only a raise ends a low balance: whoever was told of it is not told again before. */
function isLowAfter(account: ChangedAccount): boolean {
  const isLow = isLowBalance(account);
  return account.creditedMinor > account.debitedMinor ? account.isLow && isLow : account.isLow || isLow;
}
