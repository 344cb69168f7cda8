import type { History } from './history.ts';
import { endPromise, suspendOrEnd } from './promise-rules.ts';
import type { Organization, Subscription } from './records.ts';
import { endOfPeriod, termsOf } from './service-terms.ts';
import { accountOf, type Bill, chargeAll, daysOf } from './subscription-money.ts';
import { connectPaid, goOn } from './subscription-rules.ts';
import { billsOfUsage, payUsage } from './usage-rules.ts';

/** Without a day to pass it is what credits bring about: whatever waited for money goes on. */
export function passDays(history: History, days: number, beginDay: () => void): void {
  const run = () => {
    connectPaid(history);
    for (const organization of history.organizations.values())
      if (!organization.isClosed) runDay(history, organization);
  };
  run();
  for (let passed = 0; passed < days; passed += 1) {
    history.day += 1;
    beginDay();
    run();
  }
}

function runDay(history: History, organization: Organization): void {
  const own = [...history.subscriptions.values()].filter((one) => one.organization === organization);
  for (let hasMore = true; hasMore; ) {
    endPromise(history, organization);
    for (const one of own.toSorted((first, second) => first.chargedTo - second.chargedTo)) payWaiting(history, one);
    const due = own.filter((one) => isDue(history, one));
    // What only makes sense together is charged after the rest.
    for (const one of due.toSorted((first, second) => Number(first.owesSetup) - Number(second.owesSetup)))
      takeStep(history, one);
    hasMore = due.length > 0;
    if (!hasMore) for (const one of own) chargeUsage(history, one);
  }
}

function isDue({ day }: History, { status, chargedTo, tariff }: Subscription): boolean {
  if (status === 'past_due') return day >= chargedTo + termsOf(tariff).grace;
  return (status === 'trial' || status === 'active' || status === 'stopping') && day >= chargedTo;
}

/** Money has come: the whole period of one in grace; grace and the days from today on of a suspended one. */
function payWaiting(history: History, subscription: Subscription): void {
  if (subscription.owedSince !== null && !payUsage(history, subscription)) return;
  if (subscription.status === 'past_due') payPeriod(history, subscription);
  // Also where it costs nothing: on the last day that is paid.
  const owesMoney = accountOf(subscription).available < 0;
  if (subscription.status === 'suspended' && !owesMoney) goOn(history, subscription);
}

/** Days that are over. What is not covered has the days of grace; then the service stops. */
function chargeUsage(history: History, subscription: Subscription): void {
  if (billsOfUsage(history, subscription).length === 0 || payUsage(history, subscription)) return;
  subscription.owedSince ??= history.day;
  if (history.day >= subscription.owedSince + termsOf(subscription.tariff).grace) suspendOrEnd(history, subscription);
}

function payPeriod(history: History, subscription: Subscription): boolean {
  const terms = termsOf(subscription.tariff);
  const { setup } = terms;
  const { anchor, chargedTo, owesSetup } = subscription;
  const to = endOfPeriod(terms, anchor, chargedTo);
  const fee: Bill = { amount: setup, part: null, isCovering: false };
  const days = daysOf(subscription, chargedTo, to);
  if (!chargeAll(history, subscription, owesSetup ? [fee, days] : [days])) return false;
  Object.assign(subscription, { status: 'active', chargedTo: to, owesSetup: false });
  return true;
}

function takeStep(history: History, subscription: Subscription): void {
  const { status, chargedTo, tariff, pending } = subscription;
  const graceTo = chargedTo + termsOf(tariff).grace;
  if (status === 'stopping') Object.assign(subscription, { status: 'ended', endedOn: history.day });
  else if (status === 'past_due') Object.assign(subscription, { status: 'suspended', suspendedOn: graceTo });
  else if (pending) Object.assign(subscription, { ...pending, pending: null });
  else if (!payPeriod(history, subscription)) {
    if (history.day >= graceTo) Object.assign(subscription, { status: 'suspended', suspendedOn: graceTo });
    else subscription.status = 'past_due';
  }
}
