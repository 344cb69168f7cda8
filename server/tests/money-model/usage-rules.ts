import { done } from './expected.ts';
import type { History, Rules } from './history.ts';
import type { Currency } from './pots.ts';
import type { Organization, Subscription } from './records.ts';
import { unitMinor } from './service-terms.ts';
import type { UsageStep } from './step.ts';
import { type Bill, chargeAll } from './subscription-money.ts';

/** Usage is priced by days, and every day is charged once it is over. */
export const usageRules: Pick<Rules, UsageStep['do']> = {
  use: (history, { subscription: which, quantity }) => {
    const subscription = history.subscriptions.get(which);
    if (subscription?.tariff !== 'metered' || subscription.status !== 'active') return null;
    if (subscription.organization.isClosed) return null;
    const { used } = subscription;
    used.set(history.day, (used.get(history.day) ?? 0) + quantity);
    return done(200, subscription.organization);
  },
};

/** Used and not charged yet, whether its day is over or not: it counts as spent. What is sold by usage costs roubles. */
export function unbilledOf(history: History, organization: Organization, currency: Currency = 'RUB'): number {
  if (currency !== 'RUB') return 0;
  let sum = 0;
  for (const { organization: whose, used } of history.subscriptions.values())
    if (whose === organization) for (const quantity of used.values()) sum += quantity * unitMinor;
  return sum;
}

/** Of the days that are over. */
export function billsOfUsage({ day }: History, of: Subscription): Bill[] {
  const over = [...of.used].filter(([one]) => one < day);
  return over.map(([, quantity]) => ({ amount: quantity * unitMinor, of, part: null, isCovering: false }));
}

/** All days that are over, or none of them. Returns false where the money does not suffice. */
export function payUsage(history: History, subscription: Subscription): boolean {
  if (!chargeAll(history, subscription, billsOfUsage(history, subscription))) return false;
  markPaid(history, subscription);
  return true;
}

export function markPaid({ day }: History, subscription: Subscription): void {
  for (const one of [...subscription.used.keys()]) if (one < day) subscription.used.delete(one);
  subscription.owedSince = null;
}

/** Its last usage may still come, or is not charged. */
export function isUnbilled({ day }: History, { tariff, status, endedOn, used }: Subscription): boolean {
  return tariff === 'metered' && (status !== 'ended' || day <= endedOn || used.size > 0);
}

/** Something is paid for, or used and owed. */
export function isKeptOpenBy({ status }: Subscription): boolean {
  return status === 'active' || status === 'past_due' || status === 'stopping';
}
