import type { History } from './history.ts';
import type { Currency } from './pots.ts';
import type { Organization, Person } from './records.ts';
import { isRefundStep, refundStep } from './refund-steps.ts';
import { connectingStep, serviceStep, serviceWeights } from './service-steps.ts';
import { termsOf } from './service-terms.ts';
import type { Step, StepName } from './step.ts';
import { totalOfConnecting } from './subscription-rules.ts';

export type Random = () => number;

/** Mulberry32: the same history for the same seed, on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const weights: Record<StepName, number> = {
  ...serviceWeights,
  repeat: 8,
  'top up': 9,
  'choose provider': 3,
  'open link': 4,
  'pay link': 6,
  'pay late': 6,
  'cancel payment': 2,
  'resolve payment': 2,
  'refund payment': 10,
  'decide refund': 5,
  'ask of refund': 1.5,
  'resolve refund': 3,
  'post statement': 4.5,
  'undo statement': 2,
  'assign receipt': 2,
  'return receipt': 0.5,
  'set limit': 5,
  hold: 8,
  capture: 5,
  release: 3,
  expire: 1,
  charge: 18,
  'charge batch': 5,
  'refund charge': 14,
  correct: 9,
  'undo correction': 6,
  'request return': 6,
  'answer return': 5,
  'bring friend': 1.6,
  'credit bonuses': 2.5,
  close: 2.5,
  'delete account': 0.7,
};
const names = Object.keys(weights) as StepName[];
const totalWeight = names.reduce((sum, name) => sum + weights[name], 0);
const mostFriends = 4;
const methods = ['card', 'sbp'] as const;

/** The next step of a history. Null when there is nothing that this kind of step could be about. */
export function nextStep(history: History, random: Random): Step {
  for (;;) {
    let at = random() * totalWeight;
    const name = names.find((one) => {
      at -= weights[one];
      return at < 0;
    });
    const step = name && new Chooser(history, random).step(name);
    if (step) return step;
  }
}

class Chooser {
  private readonly history: History;
  private readonly random: Random;

  constructor(history: History, random: Random) {
    this.history = history;
    this.random = random;
  }

  readonly below = (count: number) => Math.floor(this.random() * count);
  readonly one = <T>(from: readonly T[]): T | undefined => from[this.below(from.length)];
  readonly isLikely = (share: number) => this.random() < share;
  /** Mostly one of the last, where something can still be done. */
  readonly recent = <T>(from: T[]): T | undefined => this.one(this.isLikely(0.7) ? from.slice(-4) : from);

  /** Mostly the first two, so that things meet; seldom a closed one. */
  private organization(): Organization {
    const all = [...this.history.organizations.values()];
    const open = all.filter(({ isClosed }) => !isClosed);
    const promising = this.isLikely(0.15)
      ? this.one(open.filter(({ promise }) => promise?.state === 'active'))
      : undefined;
    if (promising) return promising;
    const from = open.length === 0 || this.isLikely(0.03) ? all : open;
    return (this.isLikely(0.6) ? this.one(from.slice(0, 2)) : this.one(from)) as Organization;
  }

  /** Mostly the first. */
  private currency = (): Currency => (this.isLikely(0.25) ? 'USD' : 'RUB');

  /** Mostly one with something on it. */
  private balance(): Organization & { currency: Currency } {
    for (let tries = 0; ; tries += 1) {
      const [organization, currency] = [this.organization(), this.currency()];
      if (organization.accounts[currency].available > 0 || tries === 2) return { ...organization, currency };
    }
  }

  private openOrganization = () => this.one([this.organization()].filter(({ isClosed }) => !isClosed));

  /** Round or exact, so that sums meet: what is there, one more, a part. */
  readonly amount = (exact: number): number => {
    const kind = this.random();
    if (exact > 0 && kind < 0.25) return exact;
    if (exact >= 0 && kind < 0.35) return exact + 1;
    if (exact > 1 && kind < 0.7) return 1 + this.below(exact);
    return 100 * (1 + this.below(50));
  };

  private paying() {
    const how = (['declined', 'unpaid', 'unpaid', 'other sum'] as const)[this.below(12)] ?? ('paid' as const);
    // СБП begins at ten roubles at T-Bank.
    const amount = this.isLikely(0.2) ? 990 + 2 * this.below(10) : 200 + 2 * this.below(4000);
    return { amount, method: this.isLikely(0.35) ? ('sbp' as const) : ('card' as const), how };
  }

  private topUp(): Step | undefined {
    const organization = this.openOrganization();
    const payer = organization && this.one(organization.members);
    if (!organization || !payer) return undefined;
    const order = { do: 'top up', organization: organization.label, payer: payer.label } as const;
    if (this.isLikely(0.7)) return { ...order, currency: this.currency(), ...this.paying() };
    const connects = connectingStep(this);
    const { amount, how, method } = this.paying();
    // Mostly what it takes, and often paid so late that it may cost more by then.
    const total = Math.max(200, totalOfConnecting(this.history, organization, connects));
    return {
      ...{ ...order, connects, currency: termsOf(connects.tariff).currency, method },
      amount: this.isLikely(0.7) ? 2 * Math.ceil(total / 2) + 2 * this.below(2000) : amount,
      how: this.isLikely(0.5) ? 'unpaid' : how,
    };
  }

  step(name: StepName): Step | null | undefined {
    const isService = (one: StepName): one is keyof typeof serviceWeights => one in serviceWeights;
    if (isService(name)) return serviceStep(name, this.history, this.organization(), this);
    if (isRefundStep(name)) return refundStep(name, this.history, this);
    if (name === 'repeat') {
      const sent = this.recent([...this.history.sent.keys()]);
      return sent === undefined ? undefined : { do: name, step: sent, isOther: this.isLikely(0.2) };
    }
    return this.ofCards(name) ?? this.ofBank(name) ?? this.ofCharges(name) ?? this.ofStaff(name) ?? this.ofPeople(name);
  }

  private ofCards(name: StepName): Step | undefined {
    const { payments } = this.history;
    const payment = (from = [...payments.values()]) => this.recent(from)?.label;
    if (name === 'top up') return this.topUp();
    if (name === 'open link') {
      const amount = this.isLikely(0.6) ? this.paying().amount : null;
      return { do: name, organization: this.organization().label, amount };
    }
    if (name === 'pay link') {
      const link = this.recent([...this.history.links.values()]);
      return link && { do: name, link: link.label, ...this.paying() };
    }
    if (name === 'pay late') {
      const payable = [...payments.values()].filter(({ isPayable }) => isPayable);
      const late = this.isLikely(0.7) ? payment(payable.filter(({ connects }) => connects)) : payment(payable);
      return late ? { do: name, payment: late } : undefined;
    }
    if (name === 'cancel payment') {
      const pending = payment([...payments.values()].filter(({ status }) => status === 'pending'));
      const chosen = pending ?? (this.isLikely(0.1) ? payment() : undefined);
      return chosen ? { do: name, payment: chosen } : undefined;
    }
    if (name === 'resolve payment') {
      const reviewed = payment([...payments.values()].filter(({ status }) => status === 'review'));
      const chosen = reviewed ?? (this.isLikely(0.05) ? payment() : undefined);
      if (!chosen) return undefined;
      return { do: name, payment: chosen, status: this.isLikely(0.6) ? 'succeeded' : 'canceled' };
    }
    return undefined;
  }

  private ofBank(name: StepName): Step | undefined {
    const { statements, receipts, returns } = this.history;
    if (name === 'post statement') {
      const documents = Array.from({ length: 1 + this.below(3) }, () => ({
        organization: this.isLikely(0.75) ? this.organization().label : null,
        amount: 100 * (1 + this.below(60)),
      }));
      return { do: name, documents };
    }
    if (name === 'undo statement') {
      const statement = this.recent([...statements.values()]);
      return statement && { do: name, statement: statement.label };
    }
    if (name === 'assign receipt' || name === 'return receipt') {
      const unidentified = [...receipts.values()].filter(({ status }) => status === 'unidentified');
      const receipt = this.one(unidentified) ?? (this.isLikely(0.1) ? this.one([...receipts.values()]) : undefined);
      if (!receipt) return undefined;
      if (name === 'return receipt') return { do: name, receipt: receipt.label };
      return { do: name, receipt: receipt.label, organization: this.organization().label };
    }
    if (name === 'request return') {
      const organization = this.organization();
      return { do: name, organization: organization.label, amount: this.amount(organization.accounts.RUB.in.bank) };
    }
    if (name !== 'answer return') return undefined;
    const open = this.one([...returns.values()].filter(({ status }) => status === 'pending'));
    const chosen = open ?? (this.isLikely(0.05) ? this.one([...returns.values()]) : undefined);
    return chosen && { do: name, bankReturn: chosen.label, status: this.isLikely(0.5) ? 'returned' : 'declined' };
  }

  private ofCharges(name: StepName): Step | undefined {
    const { holds, charges } = this.history;
    const some = () => {
      const { label, accounts, currency } = this.balance();
      const { balance, available } = accounts[currency];
      return { organization: label, amount: this.amount(this.isLikely(0.5) ? balance : available), currency };
    };
    if (name === 'charge' || name === 'hold') return { do: name, ...some() };
    if (name === 'charge batch') return { do: name, charges: Array.from({ length: 2 + this.below(4) }, some) };
    if (name === 'refund charge') {
      const charge = this.recent([...charges.values()]);
      if (!charge) return undefined;
      const left = Object.values(charge.left).reduce((sum, part) => sum + part, 0);
      return { do: name, charge: charge.label, amount: this.isLikely(0.3) ? null : this.amount(left) };
    }
    if (name !== 'capture' && name !== 'release' && name !== 'expire') return undefined;
    const open = [...holds.values()].filter(({ isOpen }) => isOpen);
    const hold = this.one(open) ?? (this.isLikely(0.05) ? this.one([...holds.values()]) : undefined);
    if (!hold || (name === 'expire' && !hold.isOpen)) return undefined;
    if (name !== 'capture') return { do: name, hold: hold.label };
    return { do: name, hold: hold.label, amount: this.isLikely(0.35) ? null : this.amount(hold.amount) };
  }

  private ofStaff(name: StepName): Step | undefined {
    const { corrections } = this.history;
    if (name === 'choose provider')
      return { do: name, method: this.one(methods) ?? 'card', provider: this.isLikely(0.7) ? 'tbank' : 'yookassa' };
    if (name === 'set limit') {
      const organization = this.organization();
      const currency = this.currency();
      const { debt } = organization.accounts[currency];
      const amount = this.isLikely(0.3) ? Math.max(0, this.amount(debt) - this.below(2)) : 1000 * this.below(6);
      return { do: name, organization: organization.label, amount, currency };
    }
    if (name === 'correct') {
      const { label, accounts } = this.organization();
      const currency = this.currency();
      const account = accounts[currency];
      if (this.isLikely(0.5)) return { do: name, organization: label, amount: this.amount(account.debt), currency };
      const exact = this.isLikely(0.5) ? account.in.staff : account.available;
      return { do: name, organization: label, amount: -this.amount(exact), currency };
    }
    if (name !== 'undo correction') return undefined;
    const correction = this.recent([...corrections.values()]);
    if (!correction) return undefined;
    return { do: name, correction: correction.label, amount: -correction.amount * (this.isLikely(0.05) ? 2 : 1) };
  }

  private ofPeople(name: StepName): Step | undefined {
    const { people } = this.history;
    const present = [...people.values()].filter(({ isDeleted }) => !isDeleted);
    const person = this.one(present) as Person | undefined;
    if (name === 'credit bonuses') return { do: name };
    if (name === 'close') {
      const organization = this.openOrganization();
      return organization && { do: name, organization: organization.label };
    }
    if (!person) return undefined;
    if (name === 'delete account') return { do: name, person: person.label };
    if (name !== 'bring friend' || people.size >= 3 + mostFriends) return undefined;
    const referrer = (this.one(present.slice(0, 3)) ?? person).label;
    return { do: name, referrer, amount: 1000 + 2 * this.below(9000), currency: this.currency() };
  }
}
