export type MovementKind =
  | 'top_up'
  | 'bank_receipt'
  | 'refund'
  | 'refund_reversal'
  | 'bank_receipt_reversal'
  | 'bank_return'
  | 'bank_return_reversal'
  | 'charge'
  | 'charge_refund'
  | 'bonus'
  | 'bonus_reversal'
  | 'adjustment';

/** A movement of an organization's money, in the order of the ledger. Charges of one day may come as one movement. */
export interface Movement {
  kind: MovementKind;
  /** Of the transfer. */
  id: string;
  /** The payment or bank receipt that brought the money or took it back. */
  sourceId: string | null;
  day: string;
  /** Below zero where money left the balance. */
  amountMinor: number;
}

/** Money that came at once: `amount = left + used + taken back`. */
export interface Lot {
  id: string;
  kind: MovementKind;
  sourceId: string | null;
  day: string;
  amountMinor: number;
  leftMinor: number;
  /** Returned to whoever paid it, or corrected away. */
  takenBackMinor: number;
}

/** A part of a lot that paid for charges of a day; below zero where a charge was given back. */
export interface Use {
  lotId: string;
  day: string;
  amountMinor: number;
}

export interface Trace {
  lots: Lot[];
  uses: Use[];
  /** Charged or taken back beyond what there was, and not paid yet. */
  debtMinor: number;
}

/** Bonuses and corrections were not paid for, so they are no advance. */
export function isPaid({ kind }: Pick<Lot, 'kind'>): boolean {
  return ['top_up', 'bank_receipt', 'refund_reversal', 'bank_return_reversal'].includes(kind);
}
