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
  for (const amountMinor of named ?? []) {
    const sum = formatMoney({ amountMinor, currency: 'RUB' });
    if (!body.detail.includes(sum)) throw new Disagreement(`the refusal does not name ${sum}: ${body.detail}`);
  }
  results?.forEach((result, index) => {
    const { charge, problem } = body.results[index];
    compareAnswer(result, problem ? { status: problem.status, body: problem } : { status: 201, body: charge });
  });
}

/** Balance, pots, what is set aside and under way: all that the organization's closing answers. */
export async function compareMoney(product: Product, history: History, organization: Organization): Promise<void> {
  const { account, label, id: organizationId, isClosed, owner } = organization;
  const params = { organizationId };
  if (isClosed) {
    const { body } = await product.shop.call(getOrganizationAsStaff, { params }, product.asStaff());
    const { amountMinor = 0, heldMinor = 0 } = body.balances[0] ?? {};
    return same(
      `closed ${label}`,
      { status: body.status, amountMinor, heldMinor },
      { status: 'closed', amountMinor: 0, heldMinor: 0 },
    );
  }
  const { status, body } = await product.shop.call(getClosing, { params }, { token: await product.tokenOf(owner) });
  same(`closing of ${label}`, status, 200);
  const zeros = { amountMinor: 0, refundableMinor: 0, bankMinor: 0, staffMinor: 0, bonusMinor: 0 };
  const { amountMinor: balance, refundableMinor, bankMinor, staffMinor, bonusMinor } = body.balances[0] ?? zeros;
  const pots = { card: refundableMinor, bank: bankMinor, staff: staffMinor, bonus: bonusMinor };
  const { card, bank, staff, bonus } = account.in;
  same(
    `money of ${label}`,
    { balance, ...pots, held: body.held[0]?.amountMinor ?? 0 },
    { balance: account.balance, card, bank, staff, bonus, held: account.held },
  );
  const { payments, refunds, returns } = history.underWay(organization);
  const underWay = [
    ...payments.map(({ amount, status: state }) => `${state === 'review' ? 'review' : 'payment'} ${amount}`),
    ...refunds.map(({ amount }) => `refund ${amount}`),
    ...returns.map(({ amount }) => `bank_return ${amount}`),
  ];
  const unsettled = body.unsettled.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`);
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
  const { label, id: organizationId, account, isClosed, owner } = organization;
  if (isClosed) return;
  const sent = { params: { organizationId }, query: { limit: 100 } };
  const { body } = await product.shop.call(listBankReturns, sent, { token: await product.tokenOf(owner) });
  const answered = body.items.toReversed().map(({ amountMinor, status }) => `${amountMinor} ${status}`);
  const { card, bank } = account.in;
  const own = [...history.returns.values()].filter((one) => one.organization === organization);
  same(
    `returns by bank of ${label}`,
    { returns: answered, returnable: body.returnable[0]?.returnableMinor ?? 0 },
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
  const answered = body.items.toReversed().map(({ kind, amountMinor, balanceAfterMinor }) => ({
    ...{ kind, amount: amountMinor, balanceAfter: balanceAfterMinor },
  }));
  const first = fresh.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(answered[index]));
  if (first !== -1)
    same(
      `entries of ${label} after ${first} that agree`,
      answered.slice(first, first + 6),
      fresh.slice(first, first + 6),
    );
  organization.compared = entries.length;
}

export async function comparePayment(product: Product, history: History, payment: Payment): Promise<void> {
  const { organization, id: paymentId, label, status, amount, refunded, connects } = payment;
  if (organization.isClosed || organization.owner.isDeleted) return;
  const token = await product.tokenOf(organization.owner, organization);
  const { body } = await product.shop.call(getPayment, { params: { paymentId } }, { token });
  const spendable = Math.max(0, organization.account.in.card - unbilledOf(history, organization));
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
