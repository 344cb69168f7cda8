import { done, type Expected, refused } from './expected.ts';
import { changeable, type History, type Rules } from './history.ts';
import type { Subscription } from './records.ts';
import { endOfPeriod, termsOf } from './service-terms.ts';
import { accountOf, chargeAll, daysOf, giveBackFrom, priceOf } from './subscription-money.ts';

type Wanted = Pick<Subscription, 'tariff' | 'quantity'>;

export const change: Rules['change'] = (history, { subscription: which, tariff, quantity }) => {
  const subscription = changeable(history, which);
  if (!subscription) return null;
  const { status, organization, pending } = subscription;
  const wanted = { tariff, quantity };
  if (status === 'past_due' || status === 'stopping' || status === 'ended')
    return refused(409, 'subscription_not_changeable');
  if (pending) return refused(409, 'change_pending');
  if (status === 'trial') return changeInTrial(history, subscription, wanted);
  // Nothing is paid for, so the new terms begin when it goes on.
  const isWaiting = status === 'paused' || status === 'suspended';
  if (!isWaiting && priceOf(subscription, tariff, quantity) >= priceOf(subscription))
    return changeNow(history, subscription, wanted);
  subscription.pending = wanted;
  return done(200, organization);
};

/** No longer than the trial of the new tariff, counted from the first day. */
function changeInTrial(history: History, subscription: Subscription, wanted: Wanted): Expected {
  const { organization, anchor: before, startedOn } = subscription;
  const terms = termsOf(wanted.tariff);
  const { trial, setup } = terms;
  const anchor = Math.max(history.day, Math.min(before, startedOn + trial));
  const changed = { ...wanted, anchor, chargedTo: anchor, owesSetup: setup > 0 };
  if (anchor > history.day) {
    Object.assign(subscription, changed);
    return done(200, organization);
  }
  const fee = { amount: setup, part: null, isCovering: false };
  const to = endOfPeriod(terms, anchor, anchor);
  const days = daysOf({ ...subscription, ...wanted }, anchor, to);
  const bills = setup > 0 ? [fee, days] : [days];
  const missing = bills.reduce((sum, { amount }) => sum + amount, 0) - accountOf(subscription).available;
  if (!chargeAll(history, subscription, bills)) return { ...refused(402, 'insufficient_funds'), missing };
  Object.assign(subscription, { ...changed, status: 'active', chargedTo: to, owesSetup: false });
  return done(200, organization);
}

function changeNow(history: History, subscription: Subscription, wanted: Wanted): Expected {
  const { organization } = subscription;
  const { entries } = organization;
  const account = accountOf(subscription);
  const kept = { ...subscription };
  const undo = account.clone();
  const covering = subscription.covering.map((part) => ({ ...part, charge: part.charge }));
  const lefts = covering.map(({ charge }) => charge && { ...charge.left });
  const entryCount = entries.length;
  giveBackFrom(subscription, history.day);
  Object.assign(subscription, wanted);
  const bill = daysOf(subscription, history.day, subscription.chargedTo);
  const missing = bill.amount - account.available;
  if (chargeAll(history, subscription, [bill])) return done(200, organization);
  // Nothing of it happens where the money does not suffice for the rest.
  covering.forEach(({ charge }, index) => {
    if (charge) charge.left = lefts[index] as typeof charge.left;
  });
  Object.assign(subscription, kept, { covering });
  organization.accounts[termsOf(subscription.tariff).currency] = undo;
  entries.length = entryCount;
  return { ...refused(402, 'insufficient_funds'), missing };
}
