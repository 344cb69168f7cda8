import { randomUUID } from 'node:crypto';
import { Account, type Parts } from './pots.ts';
import type { ServiceStep, UsageStep } from './service-history.ts';
import type { Days, Part, TariffName } from './service-terms.ts';

type Ref = string;
/** Plain data, so that a history can be printed, replayed and shortened. */
export type Step =
  | ServiceStep
  | UsageStep
  | { do: 'repeat'; step: Ref; isOther: boolean }
  | { do: 'top up'; organization: Ref; payer: Ref; amount: number; how: 'paid' | 'declined' | 'unpaid' | 'other sum' }
  | { do: 'pay late'; payment: Ref }
  | { do: 'cancel payment'; payment: Ref }
  | { do: 'resolve payment'; payment: Ref; status: 'succeeded' | 'canceled' }
  | { do: 'refund payment'; payment: Ref; amount: number; byStaff: boolean; outcome: RefundOutcome }
  | { do: 'decide refund'; refund: Ref; status: 'succeeded' | 'canceled' }
  | { do: 'post statement'; documents: { organization: Ref | null; amount: number }[] }
  | { do: 'undo statement'; statement: Ref }
  | { do: 'assign receipt'; receipt: Ref; organization: Ref }
  | { do: 'return receipt'; receipt: Ref }
  | { do: 'set limit'; organization: Ref; amount: number }
  | { do: 'hold'; organization: Ref; amount: number }
  | { do: 'capture'; hold: Ref; amount: number | null }
  | { do: 'release'; hold: Ref }
  | { do: 'expire'; hold: Ref }
  | { do: 'charge'; organization: Ref; amount: number }
  | { do: 'charge batch'; charges: { organization: Ref; amount: number }[] }
  | { do: 'refund charge'; charge: Ref; amount: number | null }
  | { do: 'correct'; organization: Ref; amount: number }
  | { do: 'undo correction'; correction: Ref; amount: number }
  | { do: 'request return'; organization: Ref; amount: number }
  | { do: 'answer return'; bankReturn: Ref; status: 'returned' | 'declined' }
  | { do: 'bring friend'; referrer: Ref; amount: number }
  | { do: 'credit bonuses' }
  | { do: 'close'; organization: Ref }
  | { do: 'delete account'; person: Ref };
type RefundOutcome = 'succeeded' | 'canceled' | 'pending';
export type StepName = Step['do'];

/** What exists in a history. Each thing is named after the step that made it, and has the product's id once it is there. */
export interface Person {
  label: string;
  id: string;
  token: string;
  password: string;
  referrer: Person | null;
  hasEarned: boolean;
  isDeleted: boolean;
}
export interface Organization {
  label: string;
  id: string;
  name: string;
  isPersonal: boolean;
  owner: Person;
  members: Person[];
  isClosed: boolean;
  account: Account;
  entries: Entry[];
  /** How many entries were compared with the product's. */
  compared: number;
  paidIn: { card: number; bank: number };
  paidOut: { card: number; bank: number };
  /** By percent, of every tariff and for good. */
  discount: number;
  promise: Promised | null;
  isSuspended: boolean;
}
interface Entry {
  kind: string;
  amount: number;
  balanceAfter: number;
}
export interface Payment {
  label: string;
  id: string;
  providerId: string;
  organization: Organization;
  payer: Person;
  amount: number;
  /** What was really paid. */
  paid: number;
  refunded: number;
  returned: number;
  status: 'pending' | 'succeeded' | 'canceled' | 'review';
  /** Nobody has paid, and the provider still lets them. */
  isPayable: boolean;
}
export interface Refund {
  label: string;
  id: string;
  payment: Payment;
  amount: number;
  status: 'pending' | 'succeeded' | 'canceled';
}
export interface Charge {
  label: string;
  /** Empty until it is asked for, of a subscription's. */
  id: string;
  /** Its place among those of its subscription. */
  of?: { subscription: Subscription; place: number };
  organization: Organization;
  left: Parts;
}
export interface Hold {
  label: string;
  id: string;
  organization: Organization;
  amount: number;
  taken: Parts;
  /** By itself, unless it was captured or released. */
  expiresOn: number;
  isOpen: boolean;
}
export interface Receipt {
  label: string;
  id: string;
  organization: Organization | null;
  amount: number;
  status: 'unidentified' | 'credited' | 'returned' | 'undone';
}
export interface Statement {
  label: string;
  id: string;
  receipts: Receipt[];
  isPosted: boolean;
}
export interface Correction {
  label: string;
  /** Of its entry, once it was asked for. */
  id: string;
  /** Its place among the organization's entries. */
  entry: number;
  organization: Organization;
  amount: number;
  /** Null for one above zero. */
  taken: Parts | null;
  isUndone: boolean;
  undoes: Correction | null;
}
export interface BankReturn {
  label: string;
  id: string;
  organization: Organization;
  amount: number;
  status: 'pending' | 'returned' | 'declined';
}
/** Days are counted from the beginning of the history. */
interface Promised {
  lastDay: number;
  state: 'active' | 'unpaid' | 'paid';
}
export interface Bonus {
  payment: Payment;
  referrer: Person;
  organization: Organization | null;
  amount: number;
  takenBack: number;
  owed: number;
  isCredited: boolean;
}

export interface Subscription {
  label: string;
  id: string;
  organization: Organization;
  tariff: TariffName;
  quantity: number;
  status: 'trial' | 'active' | 'past_due' | 'suspended' | 'paused' | 'stopping' | 'ended';
  startedOn: number;
  /** The first day that is paid for; periods are counted from it. */
  anchor: number;
  /** The first day that is not charged yet. */
  chargedTo: number;
  suspendedOn: number;
  owesSetup: boolean;
  hadTrial: boolean;
  /** It ended with days of grace that nobody has paid. */
  owedGrace: Days | null;
  pending: { tariff: TariffName; quantity: number } | null;
  /** Days that were charged, without a charge where they came to nothing. */
  covering: (Part & { charge: Charge | null })[];
  endedOn: number;
  /** By day, what is not charged yet. */
  used: Map<number, number>;
  /** The day on which usage was charged and not covered. */
  owedSince: number | null;
  /** How many charges it has. */
  charges: number;
}

/** A call that may be repeated by its key. */
interface SentStep {
  step: Step;
  expected: Expected;
  /** What has become of each charge of a batch by its own key. */
  items: { latest: Expected[] };
  /** The step that was first sent by the key. */
  key: Ref;
}

/** The model and the product differ. */
export class Disagreement extends Error {}

export class History {
  people = new Map<string, Person>();
  organizations = new Map<string, Organization>();
  payments = new Map<string, Payment>();
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
  /** Since the beginning. */
  day = 0;
  /** What the product offers to promise, as it was read before the step. */
  offer: { amount: number; lastDay: number } | null = null;
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
    const sums = { paidIn: { card: 0, bank: 0 }, paidOut: { card: 0, bank: 0 } };
    const organization = {
      ...{ label, id: '', name, isPersonal, owner, members: [owner, ...others], isClosed: false },
      ...{ account: new Account(), entries: [], compared: 0, ...sums },
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

export function note({ account, entries }: Organization, kind: string, amount: number): void {
  entries.push({ kind, amount, balanceAfter: account.balance });
}

/** What the product should answer, and whose money moved. */
export interface Expected {
  status: number;
  /** Any of them. */
  codes?: string[];
  /** Of a refusal for want of money. */
  missing?: number;
  /** Sums that the text of a refusal has to name. */
  named?: number[];
  /** Of each charge of a batch. */
  results?: Expected[];
  touched: Organization[];
}

export const done = (status: number, ...touched: Organization[]): Expected => ({ status, touched });
export const refused = (status: number, ...codes: string[]): Expected => ({ status, codes, touched: [] });

type StepOf<Name> = Extract<Step, { do: Name }>;
export type Rules = { [Name in Step['do']]: (history: History, step: StepOf<Name>, label: string) => Expected | null };

export const isRefundable = ({ status, amount, refunded }: Payment) => status === 'succeeded' && refunded < amount;
