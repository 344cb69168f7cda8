import type { EntryKind } from '@kazna/contract/cabinet/balance';

/** Money set aside stays the organization's, so holds do not count. */
export type MovementKind = Exclude<EntryKind, 'hold' | 'hold_release'>;

interface KindRule {
  /**
   * `add`: money came. `spend`: charged. `unspend`: a charge was given back. `take_back`: money left without a charge.
   * `put_back`: it did not leave after all. A correction is one or the other by its sign.
   */
  effect: 'add' | 'spend' | 'unspend' | 'take_back' | 'put_back' | 'by_sign';
  /** Whether the customer paid it: bonuses and corrections are money, but no advance. */
  isPaid?: true;
  /** Whether it gets an advance invoice while it is not used. */
  isReceipt?: true;
}

/** The one place that says what a kind of entry does to advances. */
export const kindRules: Record<MovementKind, KindRule> = {
  top_up: { effect: 'add', isPaid: true, isReceipt: true },
  bank_receipt: { effect: 'add', isPaid: true, isReceipt: true },
  charge: { effect: 'spend' },
  charge_refund: { effect: 'unspend' },
  refund: { effect: 'take_back' },
  refund_reversal: { effect: 'put_back', isPaid: true },
  bank_receipt_reversal: { effect: 'take_back' },
  bank_return: { effect: 'take_back' },
  bank_return_reversal: { effect: 'put_back', isPaid: true },
  bonus: { effect: 'add' },
  bonus_reversal: { effect: 'take_back' },
  adjustment: { effect: 'by_sign' },
};

const kinds = Object.keys(kindRules) as MovementKind[];
export const receiptKinds = kinds.filter((kind) => kindRules[kind].isReceipt);

/** A movement of an organization's money, in the order of the ledger. Charges of one day may come as one movement. */
export interface Movement {
  kind: MovementKind;
  /** Of the transfer. */
  id: string;
  /** The payment or bank receipt that brought the money or took it back. */
  sourceId: string | null;
  day: string;
  /** Of a refund: the day of its charge where that is of an earlier month, whose document it lowers. */
  earlierDay?: string | null;
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
  /** Returned to the payer, or corrected away. */
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

export function isPaid({ kind }: Pick<Lot, 'kind'>): boolean {
  return kindRules[kind].isPaid ?? false;
}
