import { done, refused } from './expected.ts';
import { changeable, type History, openOf, type Rules } from './history.ts';
import type { Organization, Subscription } from './records.ts';
import { type Days, endOfPeriod, termsOf } from './service-terms.ts';
import type { Connecting, ServiceStep } from './step.ts';
import { change } from './subscription-changes.ts';
import { accountOf, type Bill, chargeAll, daysOf, giveBackFrom } from './subscription-money.ts';
import { billsOfUsage, markPaid } from './usage-rules.ts';

/** What customers do to their subscriptions. */
export const serviceRules: Pick<Rules, Exclude<ServiceStep['do'], 'pass' | 'promise'>> = {
  connect: (history, { organization: where, tariff, quantity }, label) => {
    const organization = openOf(history, where);
    if (!organization) return null;
    const plan = planConnecting(history, organization, { tariff, quantity }, label);
    if (connectPlanned(history, plan)) return done(201, organization);
    return {
      ...refused(402, 'insufficient_funds'),
      missing: plan.total - accountOf({ organization, tariff }).available,
    };
  },
  change,
  pause: (history, { subscription: which }) => {
    const subscription = changeable(history, which);
    if (!subscription) return null;
    const { mayPause } = termsOf(subscription.tariff);
    if (subscription.status !== 'active' || !mayPause) return refused(409, 'subscription_not_changeable');
    giveBackFrom(subscription, history.day + 1);
    subscription.status = 'paused';
    subscription.chargedTo = Math.min(subscription.chargedTo, history.day + 1);
    return done(200, subscription.organization);
  },
  resume: (history, { subscription: which }) => {
    const subscription = changeable(history, which);
    if (!subscription) return null;
    const { status, organization } = subscription;
    if (status === 'stopping') {
      subscription.status = history.day < subscription.anchor ? 'trial' : 'active';
      return done(200, organization);
    }
    if (status !== 'paused') return refused(409, 'subscription_not_changeable');
    const { available } = accountOf(subscription);
    const bills = billsOfGoingOn(history, subscription);
    const missing = bills.reduce((sum, { amount }) => sum + amount, 0) - available;
    return goOn(history, subscription) ? done(200, organization) : { ...refused(402, 'insufficient_funds'), missing };
  },
  stop: (history, { subscription: which, when, tabs }) => {
    const subscription = changeable(history, which);
    if (!subscription) return null;
    const { organization, status } = subscription;
    // Of two at once one may find it locked by the other.
    const refusals = ['subscription_not_changeable', ...(tabs > 1 ? ['subscription_busy'] : [])];
    if (status === 'ended') return refused(409, ...refusals);
    const isPaid = status === 'active' || status === 'trial' || status === 'stopping';
    if (when === 'period_end' && isPaid) {
      if (status === 'stopping') return refused(409, ...refusals);
      Object.assign(subscription, { status: 'stopping', pending: null });
      return done(200, organization);
    }
    endNow(history, subscription, termsOf(subscription.tariff).refundOnStop);
    return done(200, organization);
  },
  discount: (history, { organization: where, percent }) => {
    const organization = openOf(history, where);
    if (!organization) return null;
    organization.discount = percent;
    return done(201, organization);
  },
};

function planConnecting(history: History, organization: Organization, { tariff, quantity }: Connecting, label: string) {
  const terms = termsOf(tariff);
  const { service, setup, trial } = terms;
  const own = [...history.subscriptions.values()].filter((one) => one.organization === organization);
  const ofService = own.filter((one) => termsOf(one.tariff).service === service);
  const isTrial = trial > 0 && !ofService.some(({ hadTrial }) => hadTrial);
  const anchor = history.day + (isTrial ? trial : 0);
  const subscription: Subscription = {
    ...{ label, id: '', organization, tariff, quantity, status: isTrial ? 'trial' : 'active', anchor },
    startedOn: history.day,
    ...{ chargedTo: anchor, suspendedOn: 0, owesSetup: isTrial && setup > 0, owedGrace: null, hadTrial: isTrial },
    ...{ pending: null, covering: [], charges: 0, endedOn: 0, used: new Map(), owedSince: null },
  };
  const to = endOfPeriod(terms, anchor, anchor);
  const usage = ofService.filter(({ owedSince }) => owedSince !== null);
  const owing = ofService.filter(({ owedGrace }) => owedGrace);
  const fee = { amount: setup, part: null, isCovering: false };
  const bills = [
    ...owing.flatMap((one) => graceOf(one, one.owedGrace as Days)),
    ...usage.flatMap((one) => billsOfUsage(history, one)),
    ...(isTrial ? [] : [...(setup > 0 ? [fee] : []), daysOf(subscription, anchor, to)]),
  ];
  const paidTo = isTrial ? anchor : to;
  return { subscription, usage, owing, bills, paidTo, total: bills.reduce((sum, { amount }) => sum + amount, 0) };
}

/** Returns false where the money does not suffice. */
function connectPlanned(history: History, plan: ReturnType<typeof planConnecting>): boolean {
  const { subscription, usage, owing, bills, paidTo } = plan;
  if (!chargeAll(history, subscription, bills)) return false;
  for (const one of usage) markPaid(history, one);
  for (const one of owing) one.owedGrace = null;
  subscription.chargedTo = paidTo;
  history.subscriptions.set(subscription.label, subscription);
  return true;
}

export function totalOfConnecting(history: History, organization: Organization, connects: Connecting): number {
  return planConnecting(history, organization, connects, '').total;
}

/** What was paid for, at no more than it was to cost; otherwise the money stays on the balance. */
export function connectPaid(history: History): void {
  for (const { label, status, organization, payer, connects } of history.payments.values()) {
    if (connects?.status !== 'waiting' || organization.isClosed) continue;
    if (status === 'canceled') connects.status = 'refused';
    if (status !== 'succeeded') continue;
    const plan = planConnecting(history, organization, connects, `${label}+`);
    const mayConnect =
      payer && !payer.isDeleted && organization.members.includes(payer) && plan.total <= connects.total;
    connects.status = mayConnect && connectPlanned(history, plan) ? 'connected' : 'refused';
  }
}

/** At the price of the day on which they are charged: parts of the periods that they are in. */
function graceOf(subscription: Subscription, { from, to }: Days): Bill[] {
  if (from >= to) return [];
  const end = Math.min(to, endOfPeriod(termsOf(subscription.tariff), subscription.anchor, from));
  const part = { ...daysOf(subscription, from, end), of: subscription, isCovering: false };
  return [part, ...graceOf(subscription, { from: end, to })];
}

/** Days of grace that nobody paid, then the fee that waited for the first payment, then days from today on, by what was agreed on meanwhile. */
function billsOfGoingOn(history: History, subscription: Subscription) {
  const { anchor, chargedTo, suspendedOn, status, owesSetup, pending } = subscription;
  const next = { ...subscription, ...pending };
  const { setup } = termsOf(subscription.tariff);
  const isSuspended = status === 'suspended';
  const grace = isSuspended ? graceOf(subscription, { from: chargedTo, to: suspendedOn }) : [];
  const from = Math.max(history.day, isSuspended ? suspendedOn : chargedTo);
  const to = endOfPeriod(termsOf(next.tariff), anchor, history.day);
  const fee = owesSetup ? [{ amount: setup, part: null, isCovering: false }] : [];
  return [...grace, ...fee, ...(from < to ? [daysOf(next, from, to)] : [])];
}

/** After a pause or a suspension. Returns false where the money does not suffice. */
export function goOn(history: History, subscription: Subscription): boolean {
  const bills = billsOfGoingOn(history, subscription);
  if (!chargeAll(history, subscription, bills)) return false;
  const { anchor, chargedTo, suspendedOn, status, tariff, pending } = subscription;
  const paidTo = Math.max(history.day, status === 'suspended' ? suspendedOn : chargedTo);
  const to = Math.max(paidTo, endOfPeriod(termsOf(tariff), anchor, history.day));
  Object.assign(subscription, { status: 'active', chargedTo: to, owesSetup: false, ...pending, pending: null });
  return true;
}

/** The day is used. */
export function endNow(history: History, subscription: Subscription, isRefunded: boolean): void {
  const { status, chargedTo, suspendedOn } = subscription;
  if (status === 'past_due' || status === 'suspended') {
    const to = status === 'suspended' ? suspendedOn : history.day + 1;
    const days = { from: chargedTo, to };
    if (chargedTo < to && !chargeAll(history, subscription, graceOf(subscription, days))) subscription.owedGrace = days;
  } else if (isRefunded) giveBackFrom(subscription, history.day + 1);
  Object.assign(subscription, { status: 'ended', pending: null, endedOn: history.day });
}
