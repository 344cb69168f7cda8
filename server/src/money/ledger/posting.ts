import type { EntryKind } from '@kazna/contract/cabinet/balance';
import type { Currency } from '@kazna/contract/shared/money';
import type { LedgerAccount } from './accounts.ts';

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
  sourceId?: string;
  /** The key of the transfer that this one undoes: of a credit, whose parts it gives back. */
  undoes?: string;
}

export function sourceKindOf({ kind, sourceKind }: Posting): SourceKind {
  if (sourceKind) return sourceKind;
  if (kind === 'adjustment') return 'audit';
  if (kind === 'charge' || kind === 'charge_refund') return 'charge';
  if (kind.startsWith('bank_receipt')) return 'receipt';
  if (kind.startsWith('bank_return')) return 'bank_return';
  return kind.startsWith('hold') ? 'hold' : 'payment';
}

/** The paying account does not have that much. */
export class InsufficientFunds extends Error {
  /** How much more the first refused posting needs. */
  readonly missingMinor: number;
  constructor(missingMinor = 0) {
    super('insufficient funds');
    this.missingMinor = missingMinor;
  }
}

/** Money never reaches a closed organization: nobody could see, spend or return it. */
export class ClosedOrganization extends Error {}

/** More than was paid by bank transfers and is not spent. */
export class BankReturnNotCovered extends Error {
  readonly returnableMinor: number;
  constructor(returnableMinor: number) {
    super(`only ${returnableMinor} may be returned by bank`);
    this.returnableMinor = returnableMinor;
  }
}

/** More than was paid by card and is not spent: other money never goes to cards. */
export class NotRefundable extends Error {
  readonly refundableMinor: number;
  constructor(refundableMinor: number) {
    super(`only ${refundableMinor} may be refunded`);
    this.refundableMinor = refundableMinor;
  }
}
