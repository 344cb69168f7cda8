import { kindRules, type Lot, type Movement, type Use } from './movement.ts';

interface Part {
  lot: Lot;
  amountMinor: number;
}

type StoredPart = [lotIndex: number, amountMinor: number];

/** A book as it can be stored. Lots that are used up are left out, and so is what charges took long ago. */
export interface LotState {
  lots: Lot[];
  debtMinor: number;
  spent: StoredPart[];
  refunded: [sourceId: string | null, parts: StoredPart[]][];
  /** Whether something was left out that a late refund of charges could ask for. */
  isShortened: boolean;
}

/** A refund reaches further back than the stored state: it has to be traced from the first movement. */
export class HistoryNeeded extends Error {}

/** How many parts that charges or refunds took a state keeps. */
const maxStoredParts = 300;

/**
 * Traces charges to the money that paid for them, first in first out. A refund of a charge goes back to the lots that
 * were used last. What is taken back of a top-up comes out of its own lot, then out of the newest; a return by bank comes
 * out of bank receipts first. What goes beyond the balance is a debt that the next money pays on the day it comes.
 */
export class LotBook {
  readonly lots: Lot[] = [];
  /** Since the state that it began with. */
  readonly uses: Use[] = [];
  debtMinor = 0;
  /** What charges took, the last on top. */
  private readonly spent: Part[] = [];
  /** What refunds of a payment took, the last on top. */
  private readonly refunded = new Map<string | null, Part[]>();
  /** Lots before it are empty. */
  private first = 0;
  private readonly isShortened: boolean;

  constructor(state?: LotState) {
    this.isShortened = state?.isShortened ?? false;
    if (!state) return;
    this.lots = state.lots.map((lot) => ({ ...lot }));
    this.debtMinor = state.debtMinor;
    const restore = (parts: StoredPart[]): Part[] =>
      parts.map(([index, amountMinor]) => ({ lot: this.lots[index] as Lot, amountMinor }));
    this.spent = restore(state.spent);
    this.refunded = new Map(state.refunded.map(([sourceId, parts]) => [sourceId, restore(parts)]));
  }

  apply(movements: readonly Movement[]): void {
    for (const movement of movements) this.move(movement);
  }

  private move(movement: Movement): void {
    const { kind, day, amountMinor } = movement;
    const { effect } = kindRules[kind];
    if (effect === 'spend') this.charge(-amountMinor, day);
    else if (effect === 'unspend') this.giveBack(movement);
    else if (effect === 'put_back') this.putBack(movement);
    else if (effect === 'take_back' || amountMinor < 0) this.takeBack(movement);
    else this.add(movement, amountMinor);
  }

  toState(maxParts = maxStoredParts): LotState {
    const all = merged(this.spent);
    const spent = all.slice(Math.max(0, all.length - maxParts));
    const taken = [...this.refunded].filter(([, parts]) => parts.length > 0);
    const refunded = taken.slice(Math.max(0, taken.length - maxParts));
    const kept = new Set([...spent, ...refunded.flatMap(([, parts]) => parts)].map(({ lot }) => lot));
    const lots = this.lots.filter((lot) => lot.leftMinor > 0 || kept.has(lot));
    const indexes = new Map(lots.map((lot, index) => [lot, index]));
    const store = (parts: Part[]) =>
      parts.map(({ lot, amountMinor }): StoredPart => [indexes.get(lot) as number, amountMinor]);
    return {
      lots: lots.map((lot) => ({ ...lot })),
      debtMinor: this.debtMinor,
      spent: store(spent),
      refunded: refunded.map(([sourceId, parts]) => [sourceId, store(parts)]),
      isShortened: this.isShortened || all.length > spent.length || taken.length > refunded.length,
    };
  }

  private charge(amount: number, day: string): void {
    let left = amount;
    while (left > 0 && this.first < this.lots.length) {
      const lot = this.lots[this.first] as Lot;
      const taken = Math.min(left, lot.leftMinor);
      if (taken > 0) this.spend(lot, taken, day);
      left -= taken;
      if (lot.leftMinor === 0) this.first += 1;
    }
    this.debtMinor += left;
  }

  private add({ id, kind, sourceId, day }: Movement, amountMinor: number): void {
    const lot: Lot = { id, kind, sourceId, day, amountMinor, leftMinor: amountMinor, takenBackMinor: 0 };
    this.lots.push(lot);
    const owed = Math.min(this.debtMinor, amountMinor);
    this.debtMinor -= owed;
    if (owed > 0) this.spend(lot, owed, day);
  }

  private giveBack(movement: Movement): void {
    const forgiven = Math.min(movement.amountMinor, this.debtMinor);
    this.debtMinor -= forgiven;
    const unknown = unwind(this.spent, movement.amountMinor - forgiven, (lot, amount) => {
      this.refill(lot, amount);
      this.uses.push({ lotId: lot.id, day: movement.earlierDay ?? movement.day, amountMinor: -amount });
    });
    this.addUnknown(movement, unknown);
  }

  private takeBack({ kind, sourceId, amountMinor }: Movement): void {
    const isOwn = (lot: Lot) => (kind === 'bank_return' ? lot.kind === 'bank_receipt' : lot.sourceId === sourceId);
    const own = this.lots.toReversed().filter((lot) => sourceId !== null && isOwn(lot));
    const taken = this.refunded.get(sourceId) ?? [];
    this.refunded.set(sourceId, taken);
    let left = -amountMinor;
    for (const lot of [...own, ...this.lots.toReversed()]) {
      const amount = Math.min(left, lot.leftMinor);
      if (amount === 0) continue;
      lot.leftMinor -= amount;
      lot.takenBackMinor += amount;
      left -= amount;
      taken.push({ lot, amountMinor: amount });
    }
    this.debtMinor += left;
  }

  /** A refund that did not go through: back to where it came from. */
  private putBack(movement: Movement): void {
    const unknown = unwind(this.refunded.get(movement.sourceId) ?? [], movement.amountMinor, (lot, amount) => {
      lot.takenBackMinor -= amount;
      this.refill(lot, amount);
    });
    const owed = this.debtMinor;
    this.debtMinor = 0;
    this.charge(owed, movement.day);
    this.addUnknown(movement, unknown);
  }

  private addUnknown(movement: Movement, amountMinor: number): void {
    if (amountMinor === 0) return;
    if (this.isShortened) throw new HistoryNeeded();
    this.add(movement, amountMinor);
  }

  private spend(lot: Lot, amountMinor: number, day: string): void {
    lot.leftMinor -= amountMinor;
    this.spent.push({ lot, amountMinor });
    this.uses.push({ lotId: lot.id, day, amountMinor });
  }

  private refill(lot: Lot, amountMinor: number): void {
    lot.leftMinor += amountMinor;
    this.first = Math.min(this.first, this.lots.indexOf(lot));
  }
}

/** Amounts taken from one lot in a row are one part. */
function merged(parts: Part[]): Part[] {
  const result: Part[] = [];
  for (const { lot, amountMinor } of parts) {
    const last = result.at(-1);
    if (last?.lot === lot) last.amountMinor += amountMinor;
    else result.push({ lot, amountMinor });
  }
  return result;
}

/** Returns what the stack did not have. */
function unwind(stack: Part[], amountMinor: number, onPart: (lot: Lot, amountMinor: number) => void): number {
  let left = amountMinor;
  for (let last = stack.at(-1); left > 0 && last; last = stack.at(-1)) {
    const amount = Math.min(left, last.amountMinor);
    last.amountMinor -= amount;
    left -= amount;
    onPart(last.lot, amount);
    if (last.amountMinor === 0) stack.pop();
  }
  return left;
}
