import { listEntriesAsStaff } from '@kazna/contract/admin/balance';
import { getOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { getClosing } from '@kazna/contract/cabinet/account-closure';
import { listBankReturns } from '@kazna/contract/cabinet/bank-returns';
import { getPayment } from '@kazna/contract/cabinet/payments';
import { listSubscriptions } from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import { Disagreement, type Expected } from './expected.ts';
import type { History } from './history.ts';
import { sideOf } from './paying-calls.ts';
import { currencies } from './pots.ts';
import type { Answer, Product } from './product.ts';
import type { Organization, Payment } from './records.ts';

import { unbilledOf } from './usage-rules.ts';

export function same(what: string, product: unknown, model: unknown): void {
  const [theirs, ours] = [JSON.stringify(product), JSON.stringify(model)];
  if (theirs !== ours) throw new Disagreement(`${what}: the product says ${theirs}, the model ${ours}`);
}

export function compareAnswer({ status, codes, missing, named, results }: Expected, answer: Answer): void {
  const { body } = answer;
  const said = { status: answer.status, code: body?.code };
  const isFit = answer.status === status && (codes ? codes.includes(body?.code) : body?.code === undefined);
  if (!isFit)
    throw new Disagreement(
      `the product answers ${JSON.stringify(said)} ${body?.detail ?? ''}, the model ${JSON.stringify({ status, codes })}`,
    );
  if (missing !== undefined) same('missing', body.missingMinor, missing);
  for (const { amount: amountMinor, currency } of named ?? []) {
    const sum = formatMoney({ amountMinor, currency });
    if (!body.detail.includes(sum)) throw new Disagreement(`the refusal does not name ${sum}: ${body.detail}`);
  }
  results?.forEach((result, index) => {
    const { charge, problem } = body.results[index];
    compareAnswer(result, problem ? { status: problem.status, body: problem } : { status: 201, body: charge });
  });
}

/** Balance, pots, what is set aside and under way: all that the organization's closing answers. */
export async function compareMoney(product: Product, history: History, organization: Organization): Promise<void> {
  const { accounts, label, id: organizationId, isClosed, owner } = organization;
  const params = { organizationId };
  if (isClosed) {
    const { body } = await product.shop.call(getOrganizationAsStaff, { params }, product.asStaff());
    const left = body.balances.filter(({ amountMinor, heldMinor }) => amountMinor !== 0 || heldMinor !== 0);
    return same(`closed ${label}`, { status: body.status, left }, { status: 'closed', left: [] });
  }
  const { status, body } = await product.shop.call(getClosing, { params }, { token: await product.tokenOf(owner) });
  same(`closing of ${label}`, status, 200);
  const zeros = { amountMinor: 0, refundableMinor: 0, bankMinor: 0, staffMinor: 0, bonusMinor: 0 };
  for (const currency of currencies) {
    const found = body.balances.find((one) => one.currency === currency) ?? zeros;
    const {
      amountMinor: balance,
      refundableMinor: card,
      bankMinor: bank,
      staffMinor: staff,
      bonusMinor: bonus,
    } = found;
    const held = body.held.find((one) => one.currency === currency)?.amountMinor ?? 0;
    const { in: pots, ...account } = accounts[currency];
    same(
      `${currency} of ${label}`,
      { balance, card, bank, staff, bonus, held },
      {
        ...{ balance: accounts[currency].balance, card: pots.card, bank: pots.bank, staff: pots.staff },
        ...{ bonus: pots.bonus, held: account.held },
      },
    );
  }
  const { payments, refunds, returns } = history.underWay(organization);
  const underWay = [
    ...payments.map(
      ({ amount, currency, status: state }) => `${state === 'review' ? 'review' : 'payment'} ${amount} ${currency}`,
    ),
    ...refunds.map(({ amount, payment: { currency } }) => `refund ${amount} ${currency}`),
    ...returns.map(({ amount }) => `bank_return ${amount} RUB`),
  ];
  const unsettled = body.unsettled.map(({ kind, amountMinor, currency }) => `${kind} ${amountMinor} ${currency}`);
  same(`money under way of ${label}`, unsettled.toSorted(), underWay.toSorted());
}

/** Every subscription, as its customer sees it. */
export async function compareSubscriptions(
  product: Product,
  history: History,
  organization: Organization,
): Promise<void> {
  const { label, isClosed, owner } = organization;
  const own = [...history.subscriptions.values()].filter((one) => one.organization === organization);
  if (own.length === 0 || isClosed || owner.isDeleted) return;
  const caller = await product.asMember(owner, organization);
  const { body } = await product.shop.call(listSubscriptions, {}, caller);
  const told = (shown: { id: string; status: string; quantity: number }[]) =>
    shown.map(({ id, status, quantity }) => `${id} ${status} ${quantity}`).toSorted();
  same(`subscriptions of ${label}`, told(body.items), told(own));
}

/** What can be asked for by bank, and the requests. */
export async function compareReturns(product: Product, history: History, organization: Organization): Promise<void> {
  const { label, id: organizationId, accounts, isClosed, owner } = organization;
  if (isClosed) return;
  const sent = { params: { organizationId }, query: { limit: 100 } };
  const { body } = await product.shop.call(listBankReturns, sent, { token: await product.tokenOf(owner) });
  const answered = body.items.toReversed().map(({ amountMinor, status }) => `${amountMinor} ${status}`);
  const { card, bank } = accounts.RUB.in;
  const own = [...history.returns.values()].filter((one) => one.organization === organization);
  same(
    `returns by bank of ${label}`,
    { returns: answered, returnable: body.returnable.find(({ currency }) => currency === 'RUB')?.returnableMinor ?? 0 },
    {
      returns: own.map(({ amount, status }) => `${amount} ${status}`),
      returnable: Math.max(0, Math.min(bank, card + bank - unbilledOf(history, organization))),
    },
  );
}

/** Every entry since the last time. */
export async function compareEntries(product: Product, organization: Organization): Promise<void> {
  const { label, id: organizationId, entries } = organization;
  const fresh = entries.slice(organization.compared).slice(-100);
  if (fresh.length === 0) return;
  const sent = { params: { organizationId }, query: { limit: fresh.length } };
  const { body } = await product.shop.call(listEntriesAsStaff, sent, product.asStaff());
  const answered = body.items.toReversed().map(({ currency, kind, amountMinor, balanceAfterMinor }) => ({
    ...{ currency, kind, amount: amountMinor, balanceAfter: balanceAfterMinor },
  }));
  // What one day does to different balances has no order.
  for (const currency of currencies) {
    const theirs = answered.filter((one) => one.currency === currency);
    const ours = fresh.filter((one) => one.currency === currency);
    const first = ours.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(theirs[index]));
    if (first === -1) continue;
    const from = first + 6;
    same(`entries of ${label} after ${first} that agree`, theirs.slice(first, from), ours.slice(first, from));
  }
  organization.compared = entries.length;
}

export async function comparePayment(product: Product, history: History, payment: Payment): Promise<void> {
  const { organization, id: paymentId, label, status, amount, currency, refunded, connects } = payment;
  if (organization.isClosed || organization.owner.isDeleted) return;
  const token = await product.tokenOf(organization.owner, organization);
  const { body } = await product.shop.call(getPayment, { params: { paymentId } }, { token });
  const spendable = Math.max(0, organization.accounts[currency].in.card - unbilledOf(history, organization, currency));
  const left = status === 'succeeded' ? Math.min(amount - refunded, spendable) : 0;
  same(
    `payment ${label}`,
    {
      ...{ status: body.status, refunded: body.refundedMinor, refundable: body.refundableMinor },
      connecting: body.connecting?.status,
    },
    { status, refunded, refundable: left, connecting: connects?.status },
  );
}

/** What cards paid and got back, as the provider knows it. */
export async function compareProvider(product: Product, history: History): Promise<void> {
  for (const payment of history.payments.values()) {
    const { label, status, providerId, returned, paid } = payment;
    if (status !== 'succeeded') continue;
    const { amount, refunded_amount: refunded } = await sideOf(product, payment).payment(providerId);
    const minor = (value = '0') => Math.round(Number(value) * 100);
    same(
      `payment ${label} at the provider`,
      { paid: minor(amount.value), returned: minor(refunded?.value) },
      { paid, returned },
    );
  }
}
