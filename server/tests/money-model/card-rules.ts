import { done, type Expected, refused } from './expected.ts';
import { type History, note, type Rules } from './history.ts';
import type { Bonus, Organization, Payment, Person } from './records.ts';
import { totalOfConnecting } from './subscription-rules.ts';
import { unbilledOf } from './usage-rules.ts';

const referral = { percent: 10, cap: 1000 };
export const referralEnv = { REFERRAL_PERCENT: String(referral.percent), REFERRAL_CAP: String(referral.cap) };

type CardStep =
  | 'top up'
  | 'choose provider'
  | 'pay late'
  | 'cancel payment'
  | 'resolve payment'
  | 'refund payment'
  | 'decide refund'
  | 'bring friend'
  | 'credit bonuses';

export const cardRules: Pick<Rules, CardStep> = {
  'top up': (history, { organization: where, payer: who, amount, how, connects }, label) => {
    const organization = history.organizations.get(where);
    const payer = history.people.get(who);
    if (!organization || !payer || !mayAct(payer, organization)) return null;
    const payment = newPayment(history, { label, organization, payer, amount });
    if (connects) {
      const total = totalOfConnecting(history, organization, connects);
      payment.connects = { ...connects, total, status: 'waiting' };
    }
    return how === 'paid' ? arrive(history, payment) : openPayment(payment, how);
  },
  /** Payments that exist stay where they are, and so do their refunds. */
  'choose provider': (history, { provider }) => {
    history.provider = provider;
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
  'refund payment': (history, { payment: which, amount, byStaff, outcome }, label) => {
    const payment = history.payments.get(which);
    if (!payment) return null;
    const { organization } = payment;
    if (!byStaff && organization.isClosed) return organization.owner.isDeleted ? null : refused(404, 'not_found');
    if (payment.status !== 'succeeded') return refused(409, 'payment_not_refundable');
    if (amount > payment.amount - payment.refunded) return refused(409, 'refund_too_large');
    const { card } = organization.account.in;
    const unbilled = byStaff ? 0 : unbilledOf(history, organization);
    if (unbilled > 0 && card - amount < unbilled) return refused(409, 'refund_not_covered');
    if (!organization.account.takeOf('card', amount))
      return { ...refused(409, 'refund_not_covered'), named: card > 0 ? [card] : [] };
    note(organization, 'refund', -amount);
    payment.refunded += amount;
    history.refunds.set(label, { label, id: '', payment, amount, status: 'pending' });
    if (outcome !== 'pending') decide(history, label, outcome);
    return done(201, organization);
  },
  'decide refund': (history, { refund, status }) =>
    history.refunds.get(refund)?.status === 'pending' ? decide(history, refund, status) : null,
  'bring friend': (history, { referrer: who, amount }, label) => {
    const referrer = history.people.get(who);
    if (!referrer || referrer.isDeleted) return null;
    const friend = history.addPerson(label, referrer);
    const organization = history.addOrganization(label, friend, [], true);
    const payment = newPayment(history, { label, organization, payer: friend, amount });
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

export function newPayment(
  history: History,
  made: Pick<Payment, 'label' | 'organization' | 'payer' | 'amount' | 'link'>,
): Payment {
  const payment: Payment = {
    ...{ ...made, id: '', provider: history.provider, providerId: '', paid: made.amount, refunded: 0, returned: 0 },
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
  const { organization, paid: amount, payer } = payment;
  payment.amount = amount;
  organization.account.give('card', amount);
  organization.paidIn.card += amount;
  note(organization, 'top_up', amount);
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

function decide(history: History, which: string, status: 'succeeded' | 'canceled'): Expected | null {
  const refund = history.refunds.get(which);
  if (!refund) return null;
  const { payment, amount } = refund;
  const { organization } = payment;
  refund.status = status;
  if (status === 'canceled') {
    payment.refunded -= amount;
    organization.account.give('card', amount);
    note(organization, 'refund_reversal', amount);
    return done(0, organization);
  }
  payment.returned += amount;
  organization.paidOut.card += amount;
  const bonus = history.bonuses.find((one) => one.payment === payment);
  if (bonus) takeBonusBack(bonus);
  return done(0, organization, ...(bonus?.organization ? [bonus.organization] : []));
}

/** In proportion to what was refunded. */
function takeBonusBack(bonus: Bonus): void {
  const { payment, organization } = bonus;
  const kept = Math.floor((bonus.amount * (payment.amount - payment.returned)) / payment.amount);
  const due = bonus.amount - kept - bonus.takenBack;
  if (due <= 0) return;
  bonus.takenBack += due;
  if (!bonus.isCredited || !organization) return;
  const taken = Math.min(due, organization.account.in.bonus);
  organization.account.takeOf('bonus', taken);
  if (taken > 0) note(organization, 'bonus_reversal', -taken);
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
  let left = bonus.amount - bonus.takenBack;
  for (const other of history.bonuses) {
    if (other.referrer !== bonus.referrer) continue;
    const settled = Math.min(left, other.owed);
    other.owed -= settled;
    left -= settled;
  }
  Object.assign(bonus, { organization, isCredited: true });
  if (left === 0) return;
  organization.account.give('bonus', left);
  note(organization, 'bonus', left);
}
