import { done, type Expected, refused } from './expected.ts';
import { type History, note, type Rules } from './history.ts';
import type { Bonus, Organization, Payment, Person } from './records.ts';
import { totalOfConnecting } from './subscription-rules.ts';

const referral = { percent: 10, cap: 1000 };
export const referralEnv = { REFERRAL_PERCENT: String(referral.percent), REFERRAL_CAP: String(referral.cap) };

/** T-Bank takes roubles alone, and by СБП ten of them or more. */
const tbankSbpFrom = 1000;

type CardStep =
  | 'top up'
  | 'choose provider'
  | 'pay late'
  | 'cancel payment'
  | 'resolve payment'
  | 'bring friend'
  | 'credit bonuses';

export const cardRules: Pick<Rules, CardStep> = {
  'top up': (history, { organization: where, payer: who, amount, currency, method, how, connects }, label) => {
    const organization = history.organizations.get(where);
    const payer = history.people.get(who);
    if (!organization || !payer || !mayAct(payer, organization)) return null;
    const payment = newPayment(history, { label, organization, payer, amount, currency, method });
    if (connects) {
      const total = totalOfConnecting(history, organization, connects);
      payment.connects = { ...connects, total, status: 'waiting' };
    }
    return how === 'paid' ? arrive(history, payment) : openPayment(payment, how);
  },
  /** Payments that exist stay where they are, and so do their refunds. */
  'choose provider': (history, { method, provider }) => {
    history.chosen[method] = provider;
    return done(200);
  },
  'pay late': (history, { payment: which }) => {
    const payment = history.payments.get(which);
    return payment?.isPayable ? arrive(history, payment) : null;
  },
  'cancel payment': (history, { payment: which }) => {
    const payment = history.payments.get(which);
    if (!payment || !mayAct(payment.organization.owner, payment.organization)) return null;
    if (payment.status !== 'pending') return refused(409, 'payment_not_pending');
    payment.status = 'canceled';
    return done(200, payment.organization);
  },
  'resolve payment': (history, { payment: which, status }) => {
    const payment = history.payments.get(which);
    if (!payment) return null;
    if (payment.status !== 'review') return refused(409, 'payment_not_in_review');
    if (status === 'succeeded' && payment.organization.isClosed) return refused(409, 'organization_closed');
    payment.status = status;
    if (status === 'succeeded') credit(history, payment);
    return done(200, payment.organization);
  },
  'bring friend': (history, { referrer: who, amount, currency }, label) => {
    const referrer = history.people.get(who);
    if (!referrer || referrer.isDeleted) return null;
    const friend = history.addPerson(label, referrer);
    const organization = history.addOrganization(label, friend, [], true);
    const payment = newPayment(history, { label, organization, payer: friend, amount, currency, method: 'card' });
    return arrive(history, payment);
  },
  'credit bonuses': (history) => {
    const due = inOrder(
      history,
      history.bonuses.filter((bonus) => isDue(history, bonus)),
    );
    for (const bonus of due) creditBonus(history, bonus);
    return done(0, ...due.flatMap(({ organization }) => organization ?? []));
  },
};

function mayAct(person: Person, { isClosed, members }: Organization): boolean {
  return !isClosed && !person.isDeleted && members.includes(person);
}

/** Who does not take such a payment leaves it to the other. */
function takerOf({ chosen }: History, { amount, currency, method }: Pick<Payment, 'amount' | 'currency' | 'method'>) {
  const mayBeTbank = currency === 'RUB' && (method === 'card' || amount >= tbankSbpFrom);
  return mayBeTbank ? chosen[method] : 'yookassa';
}

export function newPayment(
  history: History,
  made: Pick<Payment, 'label' | 'organization' | 'payer' | 'amount' | 'currency' | 'method' | 'link'>,
): Payment {
  const payment: Payment = {
    ...{
      ...made,
      id: '',
      provider: takerOf(history, made),
      providerId: '',
      paid: made.amount,
      refunded: 0,
      returned: 0,
    },
    ...{ status: 'pending', isPayable: true },
  };
  history.payments.set(payment.label, payment);
  return payment;
}

/** Nothing is credited yet. */
export function openPayment(payment: Payment, how: 'declined' | 'unpaid' | 'other sum'): Expected {
  payment.isPayable = how === 'unpaid';
  if (how === 'declined') payment.status = 'canceled';
  if (how === 'other sum') Object.assign(payment, { status: 'review', paid: payment.amount / 2 });
  return done(201, payment.organization);
}

/** The provider says that the payment was paid. */
export function arrive(history: History, payment: Payment): Expected {
  payment.isPayable = false;
  payment.status = payment.organization.isClosed ? 'review' : 'succeeded';
  if (payment.status === 'succeeded') credit(history, payment);
  return done(201, payment.organization);
}

function credit(history: History, payment: Payment): void {
  const { organization, paid: amount, currency, payer } = payment;
  payment.amount = amount;
  organization.accounts[currency].give('card', amount);
  note(organization, currency, 'top_up', amount);
  const referrer = payer?.referrer;
  // Only the first payment of a person earns.
  if (!payer || !referrer || payer.hasEarned || referrer.isDeleted) return;
  payer.hasEarned = true;
  const share = Math.min(Math.floor((amount * referral.percent) / 100), referral.cap);
  const earned = history.personalOf(referrer) ? share : 0;
  history.bonuses.push({
    ...{ payment, referrer, organization: null, earnedOn: history.day },
    ...{ amount: earned, takenBack: 0, owed: 0, isCredited: false },
  });
}

/** In proportion to what was refunded. */
export function takeBonusBack(bonus: Bonus): void {
  const { payment, organization } = bonus;
  const kept = Math.floor((bonus.amount * (payment.amount - payment.returned)) / payment.amount);
  const due = bonus.amount - kept - bonus.takenBack;
  if (due <= 0) return;
  bonus.takenBack += due;
  if (!bonus.isCredited || !organization) return;
  const { currency } = payment;
  const account = organization.accounts[currency];
  const taken = Math.min(due, account.in.bonus);
  account.takeOf('bonus', taken);
  if (taken > 0) note(organization, currency, 'bonus_reversal', -taken);
  bonus.owed += due - taken;
}

function isDue(history: History, bonus: Bonus): boolean {
  const { payment, referrer, amount, takenBack, isCredited } = bonus;
  const isRefunding = [...history.refunds.values()].some((one) => one.payment === payment && one.status === 'pending');
  return !isCredited && amount > takenBack && !isRefunding && !referrer.isDeleted && !!history.personalOf(referrer);
}

/** Of one day, in the order in which the payments were begun. */
function inOrder({ payments }: History, bonuses: Bonus[]): Bonus[] {
  const begun = [...payments.values()];
  const placeOf = ({ payment }: Bonus) => begun.indexOf(payment);
  return bonuses.toSorted((first, second) => first.earnedOn - second.earnedOn || placeOf(first) - placeOf(second));
}

function creditBonus(history: History, bonus: Bonus): void {
  const organization = history.personalOf(bonus.referrer) as Organization;
  const { currency } = bonus.payment;
  let left = bonus.amount - bonus.takenBack;
  for (const other of history.bonuses) {
    if (other.referrer !== bonus.referrer || other.payment.currency !== currency) continue;
    const settled = Math.min(left, other.owed);
    other.owed -= settled;
    left -= settled;
  }
  Object.assign(bonus, { organization, isCredited: true });
  if (left === 0) return;
  organization.accounts[currency].give('bonus', left);
  note(organization, currency, 'bonus', left);
}
