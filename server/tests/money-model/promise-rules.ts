import { Disagreement, done, type Expected, refused } from './expected.ts';
import { type History, openOf, type Rules } from './history.ts';
import type { Currency } from './pots.ts';
import type { Organization, Subscription } from './records.ts';
import { termsOf } from './service-terms.ts';
import { giveBackFrom } from './subscription-money.ts';
import { endNow } from './subscription-rules.ts';

export const promiseTerms = { maxMinor: 6000, days: 4, everyDays: 6 };

export const promiseRules: Pick<Rules, 'promise'> = {
  promise: (history, { organization }) => takePromise(history, openOf(history, organization)),
};

/** What is offered is the product's to say, within its rules; what comes of it is not. */
function takePromise(history: History, organization: Organization | null): Expected | null {
  if (!organization) return null;
  const { offer } = history;
  const { promise } = organization;
  if (!offer) return refused(409, 'promised_payment_refused');
  if (promise && promise.state !== 'paid') throw new Disagreement('a promise is offered while another one is not paid');
  if (offer.amount > promiseTerms.maxMinor) throw new Disagreement('more is offered than may be promised');
  const { amount, currency, lastDay } = offer;
  if (currency !== 'RUB') throw new Disagreement('something else than roubles is promised');
  organization.accounts[currency].promised = amount;
  organization.promise = { currency, lastDay, state: 'active' };
  return done(200, organization);
}

/** At its end the limit goes. Who owes more than staff allow by then has their subscriptions suspended, and gets back what is unused. */
export function endPromise(history: History, organization: Organization): void {
  const { promise } = organization;
  if (!promise) return;
  const account = organization.accounts[promise.currency];
  if (promise.state === 'active' && history.day > promise.lastDay) {
    account.promised = 0;
    promise.state = account.debt > account.limit ? 'unpaid' : 'paid';
    if (promise.state === 'unpaid') suspendAll(history, organization, promise.currency);
  }
  if (promise.state === 'unpaid' && account.debt <= account.limit) promise.state = 'paid';
}

/** Services of another currency are paid from another balance. */
function suspendAll(history: History, organization: Organization, currency: Currency): void {
  for (const subscription of history.subscriptions.values()) {
    const isPaidFromIt =
      subscription.organization === organization && termsOf(subscription.tariff).currency === currency;
    if (isPaidFromIt) suspendOrEnd(history, subscription);
  }
}

/** Nothing that is not paid for goes on, and what was stopping does not come back. */
export function suspendOrEnd(history: History, subscription: Subscription): void {
  if (subscription.status === 'stopping') endNow(history, subscription, true);
  if (subscription.status !== 'active') return;
  giveBackFrom(subscription, history.day + 1);
  const chargedTo = Math.min(subscription.chargedTo, history.day + 1);
  Object.assign(subscription, { status: 'suspended', chargedTo, suspendedOn: chargedTo });
}
