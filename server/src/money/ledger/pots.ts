import type { TransferKind } from './posting.ts';

/** What a balance is made of, in the order in which it is spent: docs/design/money.md has the rules in words. */
export const potNames = ['card', 'bank', 'staff', 'bonus'] as const;
export type Pot = (typeof potNames)[number];
export type Pots = Record<Pot, number>;

const emptyPots = (): Pots => ({ card: 0, bank: 0, staff: 0, bonus: 0 });

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

/** Kinds that take one pot first; those that take nothing else are in `onlyPot`. */
const firstPot: Partial<Record<TransferKind, Pot>> = {
  adjustment: 'staff',
  bank_receipt_reversal: 'bank',
  bank_return: 'bank',
  bonus_reversal: 'bonus',
};

export const onlyPot: Partial<Record<TransferKind, Pot>> = {
  refund: 'card',
  bank_return: 'bank',
  bonus_reversal: 'bonus',
};

const potOfCredit: Partial<Record<TransferKind, Pot>> = {
  top_up: 'card',
  refund_reversal: 'card',
  bank_receipt: 'bank',
  bank_return_reversal: 'bank',
  bonus: 'bonus',
};
const givingBack: TransferKind[] = ['charge_refund', 'hold_release', 'hold_capture'];

/** Same as `ledger_pots_change` of the database, which works out single charges, imports and the check. */
export function changeByDebit({ pots }: PotState, kind: TransferKind, amountMinor: number): PotChange {
  const change = { pots: emptyPots(), repaid: emptyPots() };
  const first = firstPot[kind];
  const order = first ? [first, ...potNames.filter((pot) => pot !== first)] : potNames;
  let left = amountMinor;
  for (const pot of order) {
    const part = Math.min(pots[pot], left);
    change.pots[pot] -= part;
    left -= part;
  }
  return change;
}

/** Every credit pays the debt first. `taken` is of the debit that it undoes. */
export function changeByCredit(state: PotState, kind: TransferKind, amountMinor: number, taken?: Taken): PotChange {
  const change = { pots: emptyPots(), repaid: emptyPots() };
  const given = taken ? partsGivenBack(taken, amountMinor) : newMoney(kind, amountMinor);
  let owed = Math.max(0, -state.balanceMinor);
  const cancelled = Math.min(given.credit, owed);
  owed -= cancelled;
  let repaidMeanwhile = given.credit - cancelled;
  for (const pot of potNames.toReversed()) {
    const part = Math.min(repaidMeanwhile, state.repaid[pot]);
    change.pots[pot] += part;
    change.repaid[pot] -= part;
    repaidMeanwhile -= part;
  }
  for (const pot of potNames) {
    const part = Math.min(given[pot], owed);
    owed -= part;
    change.pots[pot] += given[pot] - part;
    change.repaid[pot] += part;
  }
  return change;
}

type Given = Pots & { credit: number };

function newMoney(kind: TransferKind, amountMinor: number): Given {
  if (givingBack.includes(kind)) throw new Error(`a transfer of kind ${kind} names the debit that it undoes`);
  return { ...emptyPots(), credit: 0, [potOfCredit[kind] ?? 'staff']: amountMinor };
}

/** A debit that is given back in part ends as if it had been smaller: what it took last comes back first. */
function partsGivenBack({ givenBackMinor, ...taken }: Taken, amountMinor: number): Given {
  const given: Given = { ...emptyPots(), credit: 0 };
  let [skipped, left] = [givenBackMinor, amountMinor];
  for (const part of ['credit', ...potNames.toReversed()] as const) {
    given[part] = Math.max(0, Math.min(taken[part] - skipped, left));
    skipped = Math.max(0, skipped - taken[part]);
    left -= given[part];
  }
  if (left > 0) throw new Error('more is given back than was taken');
  return given;
}
