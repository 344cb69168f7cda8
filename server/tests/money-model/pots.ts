/** The rules of `docs/design/money.md`, written from its words alone and without a look at the product's code. */

const pots = ['card', 'bank', 'staff', 'bonus'] as const;
export type Pot = (typeof pots)[number];
/** One balance each. */
export const currencies = ['RUB', 'USD'] as const;
export type Currency = (typeof currencies)[number];
/** How much of each pot, and how much on credit. */
export type Parts = Record<Pot | 'credit', number>;

const none = (): Parts => ({ card: 0, bank: 0, staff: 0, bonus: 0, credit: 0 });

/** In which order each debit empties the pots. */
export const orders = {
  charge: ['card', 'bank', 'staff', 'bonus'],
  correction: ['staff', 'card', 'bank', 'bonus'],
  receipt: ['bank', 'card', 'staff', 'bonus'],
} as const satisfies Record<string, readonly Pot[]>;

/** A refund of a charge gives back first what the charge took last. */
const refundOrder = ['credit', 'bonus', 'staff', 'bank', 'card'] as const;
/** Who paid a debt last gets it back first. */
const repaidOrder = ['bonus', 'staff', 'bank', 'card'] as const;

export class Account {
  in: Parts = none();
  /** `credit` stays zero. */
  repaid: Parts = none();
  debt = 0;
  /** Staff's part of the credit limit. */
  limit = 0;
  /** The part that ends with a promise. */
  promised = 0;
  held = 0;

  get balance(): number {
    return pots.reduce((sum, pot) => sum + this.in[pot], 0) - this.debt;
  }

  /** The largest charge that goes through. Below zero where a promise was not kept: what pays it cannot be spent. */
  get available(): number {
    return this.balance + this.limit + this.promised;
  }

  /** Returns what was taken of each pot and on credit; null where the limit refuses it. */
  take(amount: number, order: readonly Pot[]): Parts | null {
    return amount > this.available ? null : this.takeSetAside(amount, order);
  }

  /** What has just come back of a hold: the limit does not matter. */
  takeSetAside(amount: number, order: readonly Pot[]): Parts {
    const parts = none();
    let left = amount;
    for (const pot of order) {
      parts[pot] = Math.min(left, this.in[pot]);
      this.in[pot] -= parts[pot];
      left -= parts[pot];
    }
    parts.credit = left;
    this.debt += left;
    return parts;
  }

  /** Of one pot, never on credit. Returns false where less lies in it. */
  takeOf(pot: Pot, amount: number): boolean {
    if (amount > this.in[pot]) return false;
    this.in[pot] -= amount;
    return true;
  }

  /** A credit pays the debt first. */
  give(pot: Pot, amount: number): void {
    const repaid = Math.min(amount, this.debt);
    this.debt -= repaid;
    this.repaid[pot] += repaid;
    this.in[pot] += amount - repaid;
  }

  giveBack(parts: Parts): void {
    const owed = Math.min(parts.credit, this.debt);
    this.debt -= owed;
    let repaidMeanwhile = parts.credit - owed;
    for (const pot of repaidOrder) {
      const part = Math.min(repaidMeanwhile, this.repaid[pot]);
      this.repaid[pot] -= part;
      this.in[pot] += part;
      repaidMeanwhile -= part;
    }
    if (repaidMeanwhile > 0) throw new Error('more was owed than debts and repayments account for');
    for (const pot of pots) this.give(pot, parts[pot]);
  }

  clone(): Account {
    const copy = Object.assign(new Account(), this);
    copy.in = { ...this.in };
    copy.repaid = { ...this.repaid };
    return copy;
  }
}

/** Splits off what a refund of a charge gives back, and lowers what is left of the charge by it. */
export function splitRefund(left: Parts, amount: number): Parts {
  const parts = none();
  let missing = amount;
  for (const part of refundOrder) {
    parts[part] = Math.min(missing, left[part]);
    left[part] -= parts[part];
    missing -= parts[part];
  }
  return parts;
}

export const sumOf = (parts: Parts): number => refundOrder.reduce((sum, part) => sum + parts[part], 0);
