import type { Lot, Movement, Trace, Use } from './movement.ts';

/**
 * Traces charges to the money that paid for them, first in first out. A refund of a charge goes back to the lots that
 * were used last. What is taken back of a top-up comes out of its own lot, then out of the newest; a return by bank comes
 * out of bank receipts first. What goes beyond the balance is a debt that the next money pays on the day it comes.
 */
export function traceLots(movements: readonly Movement[]): Trace {
  const book = new LotBook();
  for (const movement of movements) {
    const { kind, day, amountMinor } = movement;
    if (kind === 'charge') book.charge(-amountMinor, day);
    else if (kind === 'charge_refund') book.giveBack(movement);
    else if (amountMinor < 0) book.takeBack(movement);
    else if (kind === 'refund_reversal' || kind === 'bank_return_reversal') book.putBack(movement);
    else book.add(movement, amountMinor);
  }
  const { lots, uses, debtMinor } = book;
  return { lots, uses, debtMinor };
}

interface Part {
  lot: Lot;
  amountMinor: number;
}

class LotBook {
  readonly lots: Lot[] = [];
  readonly uses: Use[] = [];
  debtMinor = 0;
  /** What charges took, the last on top. */
  private readonly spent: Part[] = [];
  /** What refunds of a payment took, the last on top. */
  private readonly refunded = new Map<string | null, Part[]>();
  /** Lots before it are empty. */
  private first = 0;

  charge(amount: number, day: string): void {
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

  add({ id, kind, sourceId, day }: Movement, amountMinor: number): void {
    const lot: Lot = { id, kind, sourceId, day, amountMinor, leftMinor: amountMinor, takenBackMinor: 0 };
    this.lots.push(lot);
    const owed = Math.min(this.debtMinor, amountMinor);
    this.debtMinor -= owed;
    if (owed > 0) this.spend(lot, owed, day);
  }

  giveBack(movement: Movement): void {
    const forgiven = Math.min(movement.amountMinor, this.debtMinor);
    this.debtMinor -= forgiven;
    const unknown = unwind(this.spent, movement.amountMinor - forgiven, (lot, amount) => {
      this.refill(lot, amount);
      this.uses.push({ lotId: lot.id, day: movement.day, amountMinor: -amount });
    });
    if (unknown > 0) this.add(movement, unknown);
  }

  takeBack({ kind, sourceId, amountMinor }: Movement): void {
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
  putBack(movement: Movement): void {
    const unknown = unwind(this.refunded.get(movement.sourceId) ?? [], movement.amountMinor, (lot, amount) => {
      lot.takenBackMinor -= amount;
      this.refill(lot, amount);
    });
    const owed = this.debtMinor;
    this.debtMinor = 0;
    this.charge(owed, movement.day);
    if (unknown > 0) this.add(movement, unknown);
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
