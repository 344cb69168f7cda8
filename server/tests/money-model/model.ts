import { bankRules } from './bank-rules.ts';
import { cardRules } from './card-rules.ts';
import { done, type Expected, refused } from './expected.ts';
import { type History, note, type Rules } from './history.ts';
import { linkRules } from './link-rules.ts';
import { type Currency, currencies, orders, type Parts, splitRefund, sumOf } from './pots.ts';
import { promiseRules } from './promise-rules.ts';
import type { Organization } from './records.ts';
import { refundRules } from './refund-rules.ts';
import { passDays } from './service-days.ts';
import type { Step, StepName, Sum } from './step.ts';
import { serviceRules } from './subscription-rules.ts';
import { isKeptOpenBy, isUnbilled, usageRules } from './usage-rules.ts';

const holdDays = 7;

/** Changes the history as the product should. Null for a step about something that is not there. */
export function predict(history: History, step: Step, label: string): Expected | null {
  const rule = rules[step.do] as (history: History, step: Step, label: string) => Expected | null;
  const expected = rule(history, step, label);
  const items = { latest: expected?.results ?? [] };
  if (expected && keyed.has(step.do)) history.sent.set(label, { step, expected, items, key: label });
  return expected;
}

const keyed = new Set<StepName>([
  ...(['top up', 'refund payment', 'hold', 'capture', 'release', 'charge', 'charge batch'] as const),
  ...(['refund charge', 'correct', 'undo correction', 'request return', 'connect'] as const),
]);

/** What was done is not done again; what was refused left its key free, and is judged anew. */
const repeat: Rules['repeat'] = (history, { step: which, isOther }, label) => {
  const sent = history.sent.get(which);
  if (!sent) return null;
  const { step, expected, items } = sent;
  const isBatch = step.do === 'charge batch';
  const isDone = expected.codes === undefined;
  if (isDone && expected.touched.some(({ isClosed, owner }) => isClosed || owner.isDeleted)) return null;
  if (step.do === 'top up' && history.people.get(step.payer)?.isDeleted) return null;
  if (isOther && !isBatch) return isDone && 'amount' in step ? refused(422, 'idempotency_conflict') : null;
  if (isDone && !(isOther && isBatch)) return { ...expected };
  // The charges of a batch have keys of their own, and go into another batch by them.
  const again = isBatch ? chargeBatch(history, step, label, items.latest) : predict(history, step, label);
  if (!again) return null;
  if (isBatch) items.latest = again.results ?? [];
  else sent.expected = again;
  history.sent.set(label, isBatch ? { ...sent, expected: again } : sent);
  return again;
};

const rules: Rules = {
  repeat,
  ...cardRules,
  ...refundRules,
  ...linkRules,
  ...bankRules,
  ...serviceRules,
  ...usageRules,
  ...promiseRules,
  pass: (history, { days }) => {
    passDays(history, days, () => {
      for (const { label, isOpen, expiresOn } of history.holds.values())
        if (isOpen && expiresOn <= history.day) release(history, label);
    });
    return done(0, ...history.organizations.values());
  },
  'set limit': (history, { organization: where, amount, currency }) => {
    const organization = history.organizations.get(where);
    if (!organization) return null;
    if (organization.isClosed) return refused(409, 'organization_closed');
    const account = organization.accounts[currency];
    const { debt, limit, promised } = account;
    // What is owed of a promise that was not kept stays owed; staff's own part goes no lower.
    const overdue = Math.max(0, debt - limit - promised);
    if (amount + promised + overdue < debt) return refused(409, 'credit_limit_used');
    account.limit = amount;
    return done(204, organization);
  },
  hold: (history, { organization: where, amount, currency }, label) => {
    const organization = history.organizations.get(where);
    if (!organization) return null;
    const taken = chargeable(organization, amount, currency);
    if ('status' in taken) return taken;
    organization.accounts[currency].held += amount;
    note(organization, currency, 'hold', -amount);
    history.holds.set(label, {
      label,
      id: '',
      organization,
      currency,
      amount,
      taken,
      expiresOn: history.day + holdDays,
      isOpen: true,
    });
    return done(201, organization);
  },
  capture: (history, { hold: which, amount }, label) => {
    const hold = history.holds.get(which);
    if (!hold) return null;
    if (!hold.isOpen) return refused(409, 'hold_not_open');
    const captured = amount ?? hold.amount;
    if (captured > hold.amount) return refused(409, 'capture_exceeds_hold');
    release(history, which);
    const { organization, currency } = hold;
    const left = organization.accounts[currency].takeSetAside(captured, orders.charge);
    note(organization, currency, 'charge', -captured);
    history.charges.set(label, { label, id: '', organization, currency, left });
    return done(200, organization);
  },
  release: (history, { hold }) => release(history, hold),
  expire: (history, { hold }) => (history.holds.get(hold)?.isOpen ? release(history, hold) : null),
  charge: (history, step, label) => charge(history, label, step),
  'charge batch': (history, step, label) => chargeBatch(history, step, label),
  'refund charge': (history, { charge: which, amount }) => {
    const found = history.charges.get(which);
    if (!found) return null;
    const { organization, currency, left } = found;
    const wanted = amount ?? sumOf(left);
    const isTooMuch = wanted > sumOf(left) || wanted === 0;
    if (organization.isClosed)
      return refused(409, 'organization_closed', ...(isTooMuch ? ['refund_exceeds_charge'] : []));
    if (isTooMuch) return refused(409, 'refund_exceeds_charge');
    organization.accounts[currency].giveBack(splitRefund(left, wanted));
    note(organization, currency, 'charge_refund', wanted);
    return done(201, organization);
  },
  correct: (history, { organization: where, amount, currency }, label) => {
    const organization = history.organizations.get(where);
    if (!organization) return null;
    if (organization.isClosed)
      return refused(409, 'organization_closed', ...(amount < 0 ? ['insufficient_balance'] : []));
    return correct(history, label, organization, { amount, currency }, null);
  },
  'undo correction': (history, { correction: which, amount }, label) => {
    const correction = history.corrections.get(which);
    if (!correction) return null;
    const { organization, currency } = correction;
    const isFit = !correction.isUndone && !correction.undoes && amount === -correction.amount;
    if (organization.isClosed)
      return refused(409, 'organization_closed', 'insufficient_balance', 'adjustment_not_undoable');
    if (!isFit) return refused(409, 'adjustment_not_undoable');
    if (amount > 0) {
      organization.accounts[currency].giveBack(correction.taken as Parts);
      note(organization, currency, 'adjustment', amount);
      history.corrections.set(label, {
        ...{ label, id: '', entry: organization.entries.length - 1, organization, currency, amount, taken: null },
        ...{ isUndone: false, undoes: correction },
      });
      correction.isUndone = true;
      return done(201, organization);
    }
    const outcome = correct(history, label, organization, { amount, currency }, correction);
    correction.isUndone = outcome.status === 201;
    return outcome;
  },
  close: (history, { organization: where }, label) => {
    const organization = history.organizations.get(where);
    if (!organization || organization.isClosed || organization.owner.isDeleted) return null;
    if (history.openOf(organization.owner).length === 1) return refused(409, 'last_organization');
    const refusal = keptOpen(history, organization);
    if (refusal) return refusal;
    // Whoever would be left without one gets an organization of their own.
    const left = organization.members.filter((member) => history.openOf(member).length === 1);
    shut(history, organization);
    for (const member of left) history.addOrganization(`${label}.${member.label}`, member, [], true);
    return done(204, organization);
  },
  'delete account': (history, { person: who }) => {
    const person = history.people.get(who);
    if (!person || person.isDeleted) return null;
    const own = history.openOf(person);
    if (own.some(({ owner, members }) => owner === person && members.length > 1)) return refused(409, 'last_owner');
    const deserted = own.filter(({ members }) => members.length === 1);
    for (const organization of deserted) {
      const refusal = keptOpen(history, organization);
      if (refusal) return refusal;
    }
    for (const organization of deserted) shut(history, organization);
    for (const organization of own) organization.members = organization.members.filter((one) => one !== person);
    person.isDeleted = true;
    return done(204, ...own);
  },
};

function chargeable(organization: Organization, amount: number, currency: Currency): Parts | Expected {
  if (organization.isClosed) return refused(409, 'organization_closed');
  const account = organization.accounts[currency];
  const missing = amount - account.available;
  return account.take(amount, orders.charge) ?? { ...refused(402, 'insufficient_funds'), missing };
}

/** Those that were done before stay as they are. */
function chargeBatch(
  history: History,
  { charges }: Extract<Step, { do: 'charge batch' }>,
  label: string,
  known: Expected[] = [],
): Expected | null {
  if (charges.some(({ organization }) => !history.organizations.has(organization))) return null;
  const results = charges.flatMap((one, index) => {
    const before = known[index];
    if (before && !before.codes) return before;
    return charge(history, `${label}.${index}`, one) ?? [];
  });
  return { status: 200, results, touched: results.flatMap(({ touched }) => touched) };
}

function charge(history: History, label: string, { organization: where, amount, currency }: Sum): Expected | null {
  const organization = history.organizations.get(where);
  if (!organization) return null;
  const left = chargeable(organization, amount, currency);
  if ('status' in left) return left;
  note(organization, currency, 'charge', -amount);
  history.charges.set(label, { label, id: '', organization, currency, left });
  return done(201, organization);
}

function release(history: History, which: string): Expected | null {
  const hold = history.holds.get(which);
  if (!hold) return null;
  if (!hold.isOpen) return refused(409, 'hold_not_open');
  hold.isOpen = false;
  const { organization, currency, amount, taken } = hold;
  const account = organization.accounts[currency];
  account.held -= amount;
  account.giveBack(taken);
  note(organization, currency, 'hold_release', amount);
  return done(200, organization);
}

function correct(
  history: History,
  label: string,
  organization: Organization,
  { amount, currency }: { amount: number; currency: Currency },
  undoes: NonNullable<ReturnType<History['corrections']['get']>> | null,
): Expected {
  const account = organization.accounts[currency];
  const taken = amount < 0 ? account.take(-amount, orders.correction) : null;
  if (amount < 0 && !taken) return refused(409, 'insufficient_balance');
  if (amount > 0) account.give('staff', amount);
  note(organization, currency, 'adjustment', amount);
  const entry = organization.entries.length - 1;
  history.corrections.set(label, {
    ...{ label, id: '', entry, organization, currency, amount, taken },
    ...{ isUndone: false, undoes },
  });
  return done(201, organization);
}

interface Obstacle {
  what: 'debt' | 'card' | 'bank' | 'staff' | 'held' | 'payment' | 'refund' | 'return' | 'service';
  amount: number;
  currency: Currency;
}

/** What keeps the organization from being closed: each with its sum. */
function obstaclesOf(history: History, organization: Organization): Obstacle[] {
  const { payments, refunds, returns } = history.underWay(organization);
  const balances = currencies.flatMap((currency): Obstacle[] => {
    const { debt, held, in: pots } = organization.accounts[currency];
    const sums = { debt, card: pots.card, bank: pots.bank, staff: pots.staff, held };
    return Object.entries(sums).map(([what, amount]) => ({ what: what as Obstacle['what'], amount, currency }));
  });
  // Named by the service, without a sum.
  const services = [...history.subscriptions.values()].filter(
    (one) => one.organization === organization && (isKeptOpenBy(one) || isUnbilled(history, one)),
  );
  return [
    ...balances,
    ...payments.map(({ amount, currency }) => ({ what: 'payment' as const, amount, currency })),
    ...refunds.map(({ amount, payment: { currency } }) => ({ what: 'refund' as const, amount, currency })),
    ...returns.map(({ amount }) => ({ what: 'return' as const, amount, currency: 'RUB' as const })),
    ...services.map(() => ({ what: 'service' as const, amount: 0, currency: 'RUB' as const })),
  ].filter(({ what, amount }) => amount > 0 || what === 'service');
}

function keptOpen(history: History, organization: Organization): Expected | null {
  const obstacles = obstaclesOf(history, organization);
  if (obstacles.length === 0) return null;
  const has = (...kinds: string[]) => obstacles.some(({ what }) => kinds.includes(what));
  const owned = has('debt') ? 'organization_has_debt' : 'organization_has_balance';
  const unsettled = has('service') ? 'organization_has_services' : 'organization_has_unsettled_payments';
  const code = has('debt', 'card', 'bank', 'staff') ? owned : unsettled;
  return { ...refused(409, code), named: obstacles.filter(({ amount }) => amount > 0) };
}

/** What is left are bonuses: they are lost. */
function shut(history: History, organization: Organization): void {
  for (const currency of currencies) {
    const account = organization.accounts[currency];
    const { bonus } = account.in;
    account.takeOf('bonus', bonus);
    if (bonus > 0) note(organization, currency, 'bonus_reversal', -bonus);
  }
  organization.isClosed = true;
  for (const subscription of history.subscriptions.values())
    if (subscription.organization === organization) subscription.status = 'ended';
}
