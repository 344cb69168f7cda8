import { businessDay } from '@kazna/contract/shared/business-time';
import {
  type DaySums,
  type PastPosting,
  type Posting,
  type Pot,
  type PotChange,
  type PotState,
  type Pots,
  potNames,
  type SourceKind,
  type Taken,
  type TransferKind,
} from './posting.ts';

/**
 * The rules of docs/design/money.md, each of them here alone. Those that a single charge needs are written for both kinds of
 * amounts: numbers, and SQL of them, since such a charge is one statement that sees its balance in the database only.
 */
export interface Arithmetic<Amount, Truth> {
  plus(a: Amount, b: Amount): Amount;
  minus(a: Amount, b: Amount): Amount;
  times(amount: Amount, factor: number): Amount;
  least(a: Amount, b: Amount): Amount;
  isLess(a: Amount, b: Amount): Truth;
  both(a: Truth, b: Truth): Truth;
  either(a: Truth, b: Truth): Truth;
  not(a: Truth): Truth;
}

export const numbers: Arithmetic<number, boolean> = {
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (amount, factor) => amount * factor,
  least: (a, b) => (a < b ? a : b),
  isLess: (a, b) => a < b,
  both: (a, b) => a && b,
  either: (a, b) => a || b,
  not: (a) => !a,
};

/** Kinds that take one pot first; those that take nothing else are in `onlyPot`. */
const firstPot: Partial<Record<TransferKind, Pot>> = {
  adjustment: 'staff',
  bank_receipt_reversal: 'bank',
  bank_return: 'bank',
  bonus_reversal: 'bonus',
};

const onlyPot: Partial<Record<TransferKind, Pot>> = {
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

export const emptyPots = (): Pots => ({ card: 0, bank: 0, staff: 0, bonus: 0 });

export class InsufficientFunds extends Error {
  /** How much more the first refused posting needs. */
  readonly missingMinor: number;
  constructor(missingMinor = 0) {
    super('insufficient funds');
    this.missingMinor = missingMinor;
  }
}

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

export function availableOf<Amount>(
  { plus }: Arithmetic<Amount, unknown>,
  balance: Amount,
  creditLimit: Amount,
): Amount {
  return plus(balance, creditLimit);
}

export function requireCovered(
  { kind: account, balanceMinor, creditLimitMinor, pots }: PotState & { kind: string; creditLimitMinor: number },
  kind: TransferKind,
  amountMinor: number,
): void {
  const only = account === 'organization' ? onlyPot[kind] : undefined;
  if (only && amountMinor > pots[only]) {
    if (kind === 'refund') throw new NotRefundable(pots.card);
    if (kind === 'bank_return') throw new BankReturnNotCovered(pots.bank);
    throw new InsufficientFunds(amountMinor - pots[only]);
  }
  const leftMinor = availableOf(numbers, balanceMinor, creditLimitMinor) - amountMinor;
  if (leftMinor < 0) throw new InsufficientFunds(-leftMinor);
}

/** `taken` is of the debit that the credit undoes. */
export function requireUndoable(kind: TransferKind, amountMinor: number, taken?: Taken): void {
  if (!taken && givingBack.includes(kind)) throw new Error(`a transfer of kind ${kind} names the debit that it undoes`);
  if (!taken) return;
  const { card, bank, staff, bonus, credit, givenBackMinor } = taken;
  if (card + bank + staff + bonus + credit - givenBackMinor < amountMinor)
    throw new Error('more is given back than was taken');
}

/** What a debit takes of the pots: of one after another, each down to zero. The rest is on credit. */
export function takenByDebit<Amount>(
  { least, minus }: Arithmetic<Amount, unknown>,
  kind: TransferKind,
  pots: Pots<Amount>,
  amount: Amount,
): Pots<Amount> {
  const first = firstPot[kind];
  const order = first ? [first, ...potNames.filter((pot) => pot !== first)] : potNames;
  const taken = { ...pots };
  let left = amount;
  for (const pot of order) {
    taken[pot] = least(pots[pot], left);
    left = minus(left, taken[pot]);
  }
  return taken;
}

/** Below zero for a debit. `taken` is of the debit that a credit undoes. */
export function potChangeOf(state: PotState, kind: TransferKind, amountMinor: number, taken?: Taken): PotChange {
  if (amountMinor > 0) return changeByCredit(state, kind, amountMinor, taken);
  const { card, bank, staff, bonus } = takenByDebit(numbers, kind, state.pots, -amountMinor);
  // Nothing taken is 0, not -0.
  return { pots: { card: 0 - card, bank: 0 - bank, staff: 0 - staff, bonus: 0 - bonus }, repaid: emptyPots() };
}

/** Every credit pays the debt first. */
function changeByCredit(state: PotState, kind: TransferKind, amountMinor: number, taken?: Taken): PotChange {
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
  return given;
}

/** Kinds whose debits the sums by day count as charged. */
export const spendingKinds: TransferKind[] = ['charge', 'adjustment'];

/** The days whose charges the forecast is based on. */
export const paceDays = 30;
const lowDays = 3;

/** Adds to the sums of the posting's day, which is the last of them or a later one, and to what the forecast is based on. */
export function addToSums(
  account: { days: DaySums[]; recentChargesMinor: number },
  posting: Posting | PastPosting,
  amountMinor: number,
): void {
  const day = 'createdAt' in posting ? businessDay(posting.createdAt) : null;
  if (account.days.length === 0 || account.days.at(-1)?.day !== day)
    account.days.push({ day, creditedMinor: 0, debitedMinor: 0, spentMinor: 0 });
  const sums = account.days.at(-1) as DaySums;
  if (amountMinor > 0) {
    sums.creditedMinor += amountMinor;
    return;
  }
  sums.debitedMinor -= amountMinor;
  if (spendingKinds.includes(posting.kind)) sums.spentMinor -= amountMinor;
  const isRecent = day === null || day > businessDay(new Date(Date.now() - paceDays * 24 * 60 * 60 * 1000));
  if (posting.kind === 'charge' && isRecent) account.recentChargesMinor -= amountMinor;
}

/** The balance lasts for less than 3 days at the pace of the last 30, which the cabinet shows in red. */
function isLow<Amount, Truth>(math: Arithmetic<Amount, Truth>, balance: Amount, recentCharges: Amount): Truth {
  return math.isLess(math.times(balance, paceDays), math.times(recentCharges, lowDays));
}

interface Change<Amount, Truth> {
  wasLow: Truth;
  balanceBefore: Amount;
  balanceAfter: Amount;
  recentCharges: Amount;
  /** Of the organization's own choice. */
  threshold: Amount;
}

export interface Lowness<Truth> {
  isLow: Truth;
  /** An event: once, until a transfer has raised the balance above. */
  isNewlyLow: Truth;
}

/** Only a raise ends a low balance: nothing else is followed by another event. */
export function lownessAfter<Amount, Truth>(
  math: Arithmetic<Amount, Truth>,
  change: Change<Amount, Truth>,
  isRaise: boolean,
): Lowness<Truth> {
  const { wasLow, balanceBefore, balanceAfter, recentCharges, threshold } = change;
  const { both, either, not, isLess } = math;
  const low = isLow(math, balanceAfter, recentCharges);
  const crosses = both(not(isLess(balanceBefore, threshold)), isLess(balanceAfter, threshold));
  if (isRaise) return { isLow: both(wasLow, low), isNewlyLow: crosses };
  return { isLow: either(wasLow, low), isNewlyLow: either(both(not(wasLow), low), crosses) };
}

interface ChangedBalance {
  isLow: boolean;
  balanceBefore: number;
  balanceMinor: number;
  recentChargesMinor: number;
  lowThresholdMinor: number | null;
}

/** What came in the past is no event: the balance is low if it is so now. */
export function lownessOf(account: ChangedBalance, isPast: boolean): Partial<Lowness<boolean>> {
  const { isLow: wasLow, balanceBefore, balanceMinor: balanceAfter, recentChargesMinor: recentCharges } = account;
  if (isPast) return { isLow: isLow(numbers, balanceAfter, recentCharges) };
  const threshold = account.lowThresholdMinor ?? Number.NEGATIVE_INFINITY;
  const change = { wasLow, balanceBefore, balanceAfter, recentCharges, threshold };
  return lownessAfter(numbers, change, balanceAfter > balanceBefore);
}

export function sourceKindOf({ kind, sourceKind }: Posting): SourceKind {
  if (sourceKind) return sourceKind;
  if (kind === 'adjustment') return 'audit';
  if (kind === 'charge' || kind === 'charge_refund') return 'charge';
  if (kind.startsWith('bank_receipt')) return 'receipt';
  if (kind.startsWith('bank_return')) return 'bank_return';
  return kind.startsWith('hold') ? 'hold' : 'payment';
}
