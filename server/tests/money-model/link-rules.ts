import { arrive, newPayment, openPayment } from './card-rules.ts';
import { done, refused } from './expected.ts';
import { openOf, type Rules } from './history.ts';

/** Somebody without an account tops the balance up. Nobody is rewarded for having brought them. */
export const linkRules: Pick<Rules, 'open link' | 'pay link'> = {
  'open link': (history, { organization: where, amount }, label) => {
    const organization = openOf(history, where);
    if (!organization) return null;
    history.links.set(label, { label, token: '', organization, amount });
    return done(201, organization);
  },
  'pay link': (history, { link: which, amount: wanted, method, how }, label) => {
    const link = history.links.get(which);
    if (!link) return null;
    const { organization, amount } = link;
    if (organization.isClosed) return refused(409, 'link_closed');
    const isPaid = [...history.payments.values()].some((one) => one.link === link && one.status === 'succeeded');
    // One for any sum goes on.
    if (amount !== null && isPaid) return refused(409, 'link_paid');
    const sum = { amount: amount ?? wanted, currency: 'RUB', method } as const;
    const payment = newPayment(history, { label, organization, payer: null, ...sum, link });
    return how === 'paid' ? arrive(history, payment) : openPayment(payment, how);
  },
};
