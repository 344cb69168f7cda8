import { randomUUID } from 'node:crypto';
import { chooseProvider } from '@kazna/contract/admin/providers';
import { createPaymentLink, payByLink } from '@kazna/contract/cabinet/payment-links';
import { createPayment } from '@kazna/contract/cabinet/payments';
import { paymentSettling } from '../../src/payments/settle-payment.ts';
import { newAddress } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import { Disagreement } from './expected.ts';
import type { Answer, Calls, Product } from './product.ts';
import type { Link, Organization, Payment, Person } from './records.ts';
import type { Paying } from './step.ts';

type PayingStep = 'top up' | 'open link' | 'pay link' | 'choose provider' | 'pay late' | 'bring friend';

export const callsOfPaying = (product: Product): Pick<Calls, PayingStep> => ({
  'top up': async (history, step, label) => {
    const payment = history.payments.get(label) as Payment;
    const answer = await startPayment(product, payment);
    await pay(product, payment, step.how);
    return answer;
  },
  'open link': async (history, { organization: where, amount }, label) => {
    const organization = history.organizations.get(where) as Organization;
    const caller = await product.asMember(organization.owner, organization);
    const answer = await product.shop.call(createPaymentLink, { body: amount ? { amountMinor: amount } : {} }, caller);
    Object.assign(history.links.get(label) as Link, { token: answer.body.url?.split('/').at(-1) });
    return answer;
  },
  'pay link': async (history, step, label) => {
    const { token, amount } = history.links.get(step.link) as Link;
    const sum = amount === null && { amountMinor: step.amount };
    const body = { method: step.method, email: 'payer@example.ru', ...sum };
    const caller = { address: newAddress(), headers: { 'idempotency-key': randomUUID() } };
    const answer: Answer = await product.shop.call(payByLink, { params: { token }, body }, caller);
    const payment = history.payments.get(label);
    if (payment && (await isOpened(product, payment, answer))) await pay(product, payment, step.how);
    return answer;
  },
  'choose provider': (_, { method, provider }) =>
    product.shop.call(chooseProvider, { params: { method }, body: { provider } }, product.asStaff()),
  'pay late': async (history, { payment }) => {
    await pay(product, history.payments.get(payment) as Payment, 'paid');
    return { status: 201, body: undefined };
  },
  'bring friend': async (history, _, label) => {
    const payment = history.payments.get(label) as Payment;
    await product.addPerson(history, payment.payer as Person);
    const answer = await startPayment(product, payment);
    await pay(product, payment, 'paid');
    return answer;
  },
});

async function startPayment(product: Product, payment: Payment): Promise<Answer> {
  const { currency, method } = payment;
  const { tariff, quantity } = payment.connects ?? {};
  const subscribe = tariff && { tariffId: product.tariffs[tariff], quantity };
  const asked = { currency, method, ...(subscribe && { subscribe }) };
  const caller = await product.asMember(payment.payer as Person, payment.organization);
  const answer = await product.send(createPayment, { body: { amountMinor: payment.amount, ...asked } }, caller);
  await isOpened(product, payment, answer);
  return answer;
}

/** By whom too: the provider that was chosen when it began. */
async function isOpened(product: Product, payment: Payment, { status, body }: Answer): Promise<boolean> {
  if (status !== 201) return false;
  const known = 'select provider, provider_payment_id as at from payments where id = $1';
  const { rows } = await product.shop.db.queryText(known, [body.id]);
  if (rows[0]?.provider !== payment.provider) throw new Disagreement(`${rows[0]?.provider} took ${payment.label}`);
  Object.assign(payment, { id: body.id, providerId: rows[0]?.at });
  return true;
}

export function sideOf({ shop }: Product, { provider }: Payment): Shop['provider'] {
  return provider === 'tbank' ? shop.second : shop.provider;
}

async function pay(product: Product, payment: Payment, how: Paying['how']): Promise<void> {
  const amount = { value: (payment.amount / 200).toFixed(2), currency: payment.currency };
  if (how === 'paid') await settle(product, payment, { status: 'succeeded' });
  if (how === 'declined') await settle(product, payment, { status: 'canceled', reason: 'insufficient_funds' });
  if (how === 'other sum') await settle(product, payment, { status: 'succeeded', amount });
}

async function settle(
  product: Product,
  payment: Payment,
  order: { status: string; amount?: object; reason?: string },
): Promise<void> {
  const { id: paymentId, providerId } = payment;
  const side = sideOf(product, payment);
  // T-Bank is told of no method, so that a payment that is forced there would be one by СБП.
  const isByPage = payment.provider === 'tbank' && order.status === 'succeeded';
  if (!isByPage || order.amount) await side.force(providerId, isByPage ? { amount: order.amount } : order);
  if (isByPage) await (payment.method === 'sbp' ? side.payBySbp(providerId) : side.payByCard(providerId));
  await product.shop.run(paymentSettling, { paymentId, attempt: 0 });
}
