import { takeBonusBack } from './card-rules.ts';
import { done, type Expected, refused } from './expected.ts';
import { type History, note, type Rules } from './history.ts';
import type { Payment, Refund } from './records.ts';
import type { Outcome } from './step.ts';
import { unbilledOf } from './usage-rules.ts';

type RefundStep = 'refund payment' | 'decide refund' | 'ask of refund' | 'resolve refund';

export const refundRules: Pick<Rules, RefundStep> = {
  'refund payment': (history, { payment: which, amount, byStaff, outcome }, label) => {
    const payment = history.payments.get(which);
    if (!payment) return null;
    const { organization, currency } = payment;
    if (!byStaff && organization.isClosed) return organization.owner.isDeleted ? null : refused(404, 'not_found');
    if (payment.status !== 'succeeded') return refused(409, 'payment_not_refundable');
    if (amount > payment.amount - payment.refunded) return refused(409, 'refund_too_large');
    const account = organization.accounts[currency];
    const { card } = account.in;
    const unbilled = byStaff ? 0 : unbilledOf(history, organization, currency);
    if (unbilled > 0 && card - amount < unbilled) return refused(409, 'refund_not_covered');
    if (!account.takeOf('card', amount))
      return { ...refused(409, 'refund_not_covered'), named: card > 0 ? [{ amount: card, currency }] : [] };
    note(organization, currency, 'refund', -amount);
    payment.refunded += amount;
    const made = { label, id: '', payment, amount, providerId: '', isUnclear: false } as const;
    const refund: Refund = { ...made, atProvider: outcome, status: 'pending' };
    history.refunds.set(label, refund);
    return begin(history, refund);
  },
  /** The provider makes up its mind, and the product asks it about this refund. */
  'decide refund': (history, { refund: which, status }) => {
    const refund = history.refunds.get(which);
    if (refund?.atProvider !== 'pending') return null;
    refund.atProvider = status;
    return learn(history, refund);
  },
  /** Another refund was in the way of the answer when this one was decided. */
  'ask of refund': (history, { refund: which }) => {
    const refund = history.refunds.get(which);
    return refund?.status === 'pending' ? learn(history, refund) : null;
  },
  'resolve refund': (history, { refund: which, status }) => {
    const refund = history.refunds.get(which);
    if (!refund) return null;
    if (!refund.isUnclear || refund.status !== 'pending') return refused(409, 'refund_already_decided');
    // Staff have seen what the provider did.
    return status === refund.atProvider ? { ...settle(history, refund, status), status: 204 } : null;
  },
};

const refundsOf = ({ refunds }: History, payment: Payment) =>
  [...refunds.values()].filter((one) => one.payment === payment);

/** What the provider's first answer says of it. */
function begin(history: History, refund: Refund): Expected {
  const { payment, atProvider } = refund;
  const { organization, method, provider } = payment;
  const isGoingOn = refundsOf(history, payment).some((one) => one.atProvider === 'pending');
  const isUnanswered = provider === 'tbank' && (method === 'sbp' || isGoingOn);
  const known =
    isUnanswered && atProvider !== 'canceled' ? learn(history, refund) : settle(history, refund, atProvider);
  return done(201, organization, ...known.touched);
}

/** T-Bank does not tell of refunds but of their payment's state, in which one of several may be hidden. */
function learn(history: History, refund: Refund): Expected {
  const { payment, atProvider } = refund;
  if (refund.isUnclear) return done(0);
  if (payment.provider !== 'tbank') return settle(history, refund, atProvider);
  const all = refundsOf(history, payment);
  if (all.some((one) => one.atProvider === 'pending')) return done(0);
  const returned = all.reduce((sum, one) => sum + (one.atProvider === 'succeeded' ? one.amount : 0), 0);
  if (returned === 0) return settle(history, refund, 'canceled');
  refund.isUnclear = returned < payment.amount && all.some((one) => one !== refund && one.status !== 'canceled');
  return refund.isUnclear ? done(0) : settle(history, refund, 'succeeded');
}

function settle(history: History, refund: Refund, status: Outcome): Expected {
  const { payment, amount } = refund;
  const { organization, currency } = payment;
  refund.status = status;
  if (status === 'pending') return done(0);
  if (status === 'canceled') {
    payment.refunded -= amount;
    organization.accounts[currency].give('card', amount);
    note(organization, currency, 'refund_reversal', amount);
    return done(0, organization);
  }
  payment.returned += amount;
  const bonus = history.bonuses.find((one) => one.payment === payment);
  if (bonus) takeBonusBack(bonus);
  return done(0, organization, ...(bonus?.organization ? [bonus.organization] : []));
}
