import type { ProviderName } from '../support/shop.ts';
import type { Account, Currency, Parts } from './pots.ts';
import type { Days, Part, TariffName } from './service-terms.ts';
import type { Connecting, Method, Outcome } from './step.ts';

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
  accounts: Record<Currency, Account>;
  entries: Entry[];
  /** How many entries were compared with the product's. */
  compared: number;
  /** By percent, of every tariff and for good. */
  discount: number;
  promise: Promised | null;
  isSuspended: boolean;
}
interface Entry {
  currency: Currency;
  kind: string;
  amount: number;
  balanceAfter: number;
}
export interface Payment {
  label: string;
  id: string;
  provider: ProviderName;
  providerId: string;
  organization: Organization;
  /** Null for one by link. */
  payer: Person | null;
  link?: Link;
  amount: number;
  currency: Currency;
  method: Method;
  /** What was really paid. */
  paid: number;
  refunded: number;
  returned: number;
  status: 'pending' | 'succeeded' | 'canceled' | 'review';
  /** What it is made for, with what that was to charge. */
  connects?: Connecting & { total: number; status: 'waiting' | 'connected' | 'refused' };
  /** Nobody has paid, and the provider still lets them. */
  isPayable: boolean;
}
export interface Link {
  label: string;
  token: string;
  organization: Organization;
  /** Null for any sum. */
  amount: number | null;
}
export interface Refund {
  label: string;
  id: string;
  payment: Payment;
  amount: number;
  /** What has really become of the money. */
  atProvider: Outcome;
  /** The provider's name of it, where it is still to be decided there. */
  providerId: string;
  /** What the product knows of it. */
  status: Outcome;
  /** The provider does not tell it from others: staff decide. */
  isUnclear: boolean;
}
export interface Charge {
  label: string;
  /** Empty until it is asked for, of a subscription's. */
  id: string;
  /** Its place among those of its subscription. */
  of?: { subscription: Subscription; place: number };
  organization: Organization;
  currency: Currency;
  left: Parts;
}
export interface Hold {
  label: string;
  id: string;
  organization: Organization;
  currency: Currency;
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
  currency: Currency;
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
  currency: Currency;
  lastDay: number;
  state: 'active' | 'unpaid' | 'paid';
}
export interface Bonus {
  payment: Payment;
  referrer: Person;
  organization: Organization | null;
  /** The day. */
  earnedOn: number;
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
export const isRefundable = ({ status, amount, refunded }: Payment) => status === 'succeeded' && refunded < amount;
