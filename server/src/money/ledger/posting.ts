import type { EntryKind } from '@kazna/contract/cabinet/balance';
import type { Currency } from '@kazna/contract/shared/money';

/** They have no floor and no running balance, and no transfer locks them: see `readSystemBalances`. */
export type SystemAccount = 'clearing' | 'revenue' | 'bonuses' | 'corrections' | 'bank' | 'unidentified';

/** An organization's balance, what is set aside of it, or one of the system's own accounts. */
export type LedgerAccount = { organizationId: string } | { held: string } | SystemAccount;

export type TransferKind = EntryKind | 'hold_capture';

export type SourceKind = 'payment' | 'audit' | 'charge' | 'hold' | 'organization' | 'receipt' | 'bank_return';

export interface Posting {
  /** Names the reason once and for ever, such as `top_up:<payment id>`. */
  key: string;
  kind: TransferKind;
  from: LedgerAccount;
  to: LedgerAccount;
  amountMinor: number;
  currency: Currency;
  /** Where the reason is written down; by default what such transfers come from. */
  sourceKind?: SourceKind;
  sourceId?: string | null;
  /** The key of the transfer that this one undoes: of a credit, whose parts it gives back. */
  undoes?: string;
  /** The key of the release, just before in the batch, of money that was set aside for this debit: it is covered by it. */
  captures?: string;
}

/** Of the past, for imports. */
export interface PastPosting extends Posting {
  id: string;
  createdAt: Date;
}

export interface Transfer {
  id: string;
  key: string;
  kind: TransferKind;
  amountMinor: number;
  createdAt: string;
}

/** With the names of its accounts: the kind and, where there is one, the organization. */
export interface EarlierTransfer extends Transfer {
  debit: string;
  credit: string;
  currency: Currency;
}

/** What a balance is made of, in the order in which it is spent. */
export const potNames = ['card', 'bank', 'staff', 'bonus'] as const;
export type Pot = (typeof potNames)[number];
export type Pots<Amount = number> = Record<Pot, Amount>;

export interface PotState {
  balanceMinor: number;
  pots: Pots;
  /** What of each pot went into paying debts. */
  repaid: Pots;
}

/** What an entry does to each pot and to what was repaid out of it. */
export interface PotChange {
  pots: Pots;
  repaid: Pots;
}

/** What a debit took of each pot and on credit, and how much of it was given back so far. */
export interface Taken extends Pots {
  credit: number;
  givenBackMinor: number;
}

export interface DaySums {
  /** In Moscow; null for today. */
  day: string | null;
  creditedMinor: number;
  debitedMinor: number;
  spentMinor: number;
}

export interface AccountKey {
  organizationId: string;
  kind: 'organization' | 'held';
  currency: Currency;
}

export interface LockedAccount extends AccountKey, PotState {
  id: string;
  creditLimitMinor: number;
  /** Whether the organization is open, so that it may be credited. */
  isOpen: boolean;
  recentChargesMinor: number;
  /** What the organization chose; null for nothing. */
  lowThresholdMinor: number | null;
  isLow: boolean;
}

interface NewTransfer {
  id: string;
  key: string;
  kind: TransferKind;
  debitId: string | null;
  debitKind: SystemAccount | null;
  creditId: string | null;
  creditKind: SystemAccount | null;
  amountMinor: number;
  currency: Currency;
  sourceKind: SourceKind;
  sourceId: string | null;
  undoesId: string | null;
  at: string | null;
}

interface NewEntry extends PotChange {
  transferId: string;
  organizationId: string;
  accountId: string;
  currency: Currency;
  kind: TransferKind;
  amountMinor: number;
  balanceAfterMinor: number;
  sourceId: string | null;
  at: string | null;
  lastEntryAt: string | null;
}

/** An account after the postings, and what they add to its sums by day. */
export interface ChangedAccount extends LockedAccount {
  days: DaySums[];
  balanceBefore: number;
  isNewlyLow: boolean;
}

export interface NewRows {
  transfers: NewTransfer[];
  /** Of balances, in the order of the postings. */
  entries: NewEntry[];
  accounts: ChangedAccount[];
}
