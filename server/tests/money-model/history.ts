import { randomUUID } from 'node:crypto';
import type { ProviderName } from '../support/shop.ts';
import type { Expected } from './expected.ts';
import { Account, type Currency } from './pots.ts';
import type {
  BankReturn,
  Bonus,
  Charge,
  Correction,
  Hold,
  Link,
  Organization,
  Payment,
  Person,
  Receipt,
  Refund,
  Statement,
  Subscription,
} from './records.ts';
import type { Method, Ref, Step } from './step.ts';

/** A call that may be repeated by its key. */
interface SentStep {
  step: Step;
  expected: Expected;
  /** What has become of each charge of a batch by its own key. */
  items: { latest: Expected[] };
  /** The step that was first sent by the key. */
  key: Ref;
}
export class History {
  people = new Map<string, Person>();
  organizations = new Map<string, Organization>();
  payments = new Map<string, Payment>();
  links = new Map<string, Link>();
  refunds = new Map<string, Refund>();
  charges = new Map<string, Charge>();
  holds = new Map<string, Hold>();
  statements = new Map<string, Statement>();
  receipts = new Map<string, Receipt>();
  corrections = new Map<string, Correction>();
  returns = new Map<string, BankReturn>();
  bonuses: Bonus[] = [];
  subscriptions = new Map<string, Subscription>();
  /** What was sent with an idempotency key, by the label of its step. */
  sent = new Map<Ref, SentStep>();
  private readonly name = randomUUID();
  /** Take new payments. */
  chosen: Record<Method, ProviderName> = { card: 'tbank', sbp: 'tbank' };
  /** Since the beginning. */
  day = 0;
  /** What the product offers to promise, as it was read before the step. */
  offer: { amount: number; currency: Currency; lastDay: number } | null = null;
  /** Everything that could go back did. */
  isOver = false;

  /** A call that was refused is sent by the same key again. */
  keyOf(step: Ref): string {
    return `${this.name}.${this.sent.get(step)?.key ?? step}`;
  }

  addPerson(label: string, referrer: Person | null): Person {
    const person = { label, id: '', token: '', password: '', referrer, hasEarned: false, isDeleted: false };
    this.people.set(label, person);
    return person;
  }

  addOrganization(label: string, owner: Person, others: Person[], isPersonal: boolean): Organization {
    const name = isPersonal ? 'Личный счёт' : 'ООО «Ромашка»';
    const organization = {
      ...{ label, id: '', name, isPersonal, owner, members: [owner, ...others], isClosed: false },
      ...{ accounts: { RUB: new Account(), USD: new Account() }, entries: [], compared: 0 },
      ...{ discount: 0, promise: null, isSuspended: false },
    };
    this.organizations.set(label, organization);
    return organization;
  }

  openOf(person: Person): Organization[] {
    return [...this.organizations.values()].filter(({ isClosed, members }) => !isClosed && members.includes(person));
  }

  /** Where bonuses go: the oldest personal organization that is open. */
  personalOf(person: Person): Organization | undefined {
    return this.openOf(person).find(({ isPersonal, owner }) => isPersonal && owner === person);
  }

  underWay(organization: Organization) {
    const own = <T extends { organization: Organization }>(all: Map<string, T>) =>
      [...all.values()].filter((one) => one.organization === organization);
    return {
      payments: own(this.payments).filter(({ status }) => status === 'pending' || status === 'review'),
      refunds: [...this.refunds.values()].filter(
        ({ payment, status }) => payment.organization === organization && status === 'pending',
      ),
      returns: own(this.returns).filter(({ status }) => status === 'pending'),
    };
  }
}

/** Null where nobody is there to act for it. */
export function openOf(history: History, where: string): Organization | null {
  const organization = history.organizations.get(where);
  return !organization || organization.isClosed || organization.owner.isDeleted ? null : organization;
}

export function changeable(history: History, which: string): Subscription | null {
  const subscription = history.subscriptions.get(which);
  return subscription && openOf(history, subscription.organization.label) ? subscription : null;
}

export function note({ accounts, entries }: Organization, currency: Currency, kind: string, amount: number): void {
  entries.push({ currency, kind, amount, balanceAfter: accounts[currency].balance });
}

type StepOf<Name> = Extract<Step, { do: Name }>;
export type Rules = { [Name in Step['do']]: (history: History, step: StepOf<Name>, label: string) => Expected | null };
