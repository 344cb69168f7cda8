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
