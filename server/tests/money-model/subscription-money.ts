import { type History, note } from './history.ts';
import { type Account, orders, splitRefund, sumOf } from './pots.ts';
import type { Charge, Subscription } from './records.ts';
import { costOf, discounted, lengthOfPeriod, type Part, type TariffName, termsOf } from './service-terms.ts';

/** Something to charge: days, or a fee. */
export interface Bill {
  amount: number;
  /** Named where another one of the same service may be charged together with it. */
  of?: Subscription;
  part: Part | null;
  /** Whether unused days of it may come back. */
  isCovering: boolean;
}

/** What its tariff is paid from. */
export const accountOf = ({ organization, tariff }: Pick<Subscription, 'organization' | 'tariff'>): Account =>
  organization.accounts[termsOf(tariff).currency];

export function priceOf(
  subscription: Subscription,
  tariff: TariffName = subscription.tariff,
  quantity = subscription.quantity,
): number {
  return discounted(termsOf(tariff).price * quantity, subscription.organization.discount);
}

export function daysOf(subscription: Subscription, from: number, to: number): Bill {
  const part = { from, to, price: priceOf(subscription), period: lengthOfPeriod(termsOf(subscription.tariff), from) };
  return { amount: costOf(part), part, isCovering: true };
}

/** All of them or none. Returns false where the money does not suffice. */
export function chargeAll(history: History, subscription: Subscription, bills: Bill[]): boolean {
  const total = bills.reduce((sum, { amount }) => sum + amount, 0);
  // What costs nothing is never refused.
  if (total > 0 && total > accountOf(subscription).available) return false;
  for (const { amount, of = subscription, part, isCovering } of bills) {
    const charge = amount > 0 ? chargeOne(history, of, amount) : null;
    if (part && isCovering) subscription.covering.push({ ...part, charge });
  }
  return true;
}

function chargeOne(history: History, subscription: Subscription, amount: number): Charge {
  const { organization, label } = subscription;
  const left = accountOf(subscription).take(amount, orders.charge);
  if (!left) throw new Error('a bill that was covered is not');
  const { currency } = termsOf(subscription.tariff);
  note(organization, currency, 'charge', -amount);
  const place = subscription.charges;
  subscription.charges += 1;
  const charge = { label: `${label}@${place}`, id: '', of: { subscription, place }, organization, currency, left };
  history.charges.set(charge.label, charge);
  return charge;
}

/** A refund of the charges that paid for the days: by their price, and no more than is left of each. */
export function giveBackFrom(subscription: Subscription, day: number): void {
  const { organization } = subscription;
  for (const covering of subscription.covering) {
    const from = Math.max(day, covering.from);
    if (from >= covering.to) continue;
    const amount = covering.charge ? Math.min(costOf({ ...covering, from }), sumOf(covering.charge.left)) : 0;
    covering.to = from;
    if (!covering.charge || amount === 0) continue;
    accountOf(subscription).giveBack(splitRefund(covering.charge.left, amount));
    note(organization, covering.charge.currency, 'charge_refund', amount);
  }
}
