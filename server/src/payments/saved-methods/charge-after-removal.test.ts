import { afterEach, beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { bindCard, cardsOf } from '../../../tests/support/cards.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { create, newPayer } from '../../../tests/support/payments.ts';
import {
  balanceIn,
  type CardCompany,
  chargesOf,
  clearCalls,
  openCardCompany,
  removals,
  spend,
} from '../../../tests/support/removals.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { type PaymentProvider, providersOf } from '../providers/provider.ts';
import { paymentSettling, settlePayment } from '../settle-payment.ts';

const shop = shopForThisFile({ PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
let key: string;
beforeAll(async () => {
  ({ key } = await newKey(shop));
});
afterEach(async () => {
  shop.provider.watch();
  await shop.provider.behave();
});

const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 20_000 });
const ways = Object.entries(removals).map(([name, remove]) => ({ name, remove }));

/** The rule's attempt, which the provider has not answered. */
async function unanswered(fault: string): Promise<CardCompany & { paymentId: string }> {
  const company = await openCardCompany(shop);
  await shop.provider.misbehave({ on: 'create', do: fault, times: 1000 });
  const calls = shop.provider.calls.length;
  await spend(shop, key, company.organizationId);
  await expect.poll(() => shop.provider.calls.slice(calls), { timeout: 20_000 }).toContain('POST /payments');
  const paymentId = (await chargesOf(shop, company.organizationId))[0]?.id as string;
  return { ...company, paymentId };
}

test.each(ways)('after $name an outage that ends charges nothing', async ({ remove }) => {
  const { paymentId, ...company } = await unanswered('error_500_before');
  await remove(shop, company);
  await shop.provider.behave();
  await shop.run(paymentSettling, { paymentId, attempt: 0 });
  expect(await shop.provider.paymentsFor(paymentId)).toEqual([]);
  await clearCalls(shop, company.organizationId);
  const state = async () => (await chargesOf(shop, company.organizationId)).map((row) => [row.status, row.reason]);
  await eventually(state).toEqual([['canceled', 'charge_revoked']]);
  expect(await shop.provider.paymentsFor(paymentId)).toEqual([]);
  expect(await balanceIn(shop, company)).toBe(50_000);
});

test.each(ways)('what an unanswered call charged goes back by itself once $name', async ({ remove }) => {
  const { paymentId, ...company } = await unanswered('error_500_after');
  await remove(shop, company);
  await shop.provider.behave();
  const [theirs] = await shop.provider.paymentsFor(paymentId);
  const returned = async () =>
    (await shop.provider.refundsFor(theirs.id)).map(({ status, amount }) => [status, amount]);
  await eventually(returned).toEqual([['succeeded', theirs.amount]]);
  const refunds = 'select status from refunds where payment_id = $1';
  await eventually(async () => (await shop.db.queryText(refunds, [paymentId])).rows).toEqual([{ status: 'succeeded' }]);
  expect(await chargesOf(shop, company.organizationId)).toMatchObject([
    { status: 'canceled', reason: 'charge_revoked', providerMethodId: null },
  ]);
  expect(await balanceIn(shop, company)).toBe(50_000);
  expect(await checkLedger(shop.db)).toEqual([]);
});

test('a charge that goes back is notified of with its sum and its card', async () => {
  const { paymentId, ...company } = await unanswered('error_500_after');
  await removals['the card was removed']?.(shop, company);
  await shop.provider.behave();
  await shop.run(paymentSettling, { paymentId, attempt: 0 });
  const details = "select details from notifications where kind = 'charge_returned' and organization_id = $1";
  const told = async () => (await shop.db.queryText(details, [company.organizationId])).rows[0]?.details;
  const card = expect.stringContaining(shop.provider.goodCard.slice(-4));
  await eventually(told).toMatchObject({ paymentId, amountMinor: 450_000, currency: 'RUB', card });
});

test('a revoked charge is looked for at the provider from an hour before it was begun', async () => {
  const { paymentId, ...company } = await unanswered('error_500_before');
  await removals['the card was removed']?.(shop, company);
  await shop.db.queryText("update payments set created_at = now() - interval '5 hours' where id = $1", [paymentId]);
  const hours: number[] = [];
  const findPayment: PaymentProvider['findPayment'] = async (_, since) => {
    hours.push(Math.round((Date.now() - since.getTime()) / 3_600_000));
    return null;
  };
  const providers = providersOf({ name: 'yookassa', findPayment } as PaymentProvider);
  const { db, queue } = shop;
  const referralRules = { percent: 0, capMinor: 0, delayDays: 0 };
  const context = { db, queue, providers, publicUrl: '', referralRules, receiptEmail: '' };
  await expect(settlePayment(context, paymentId, 'poll')).rejects.toThrow('may be on its way');
  expect(hours).toEqual([6]);
});

test('a payment by a saved card that was not answered is not repeated once the card is removed', async () => {
  const company = await openCardCompany(shop);
  await shop.provider.misbehave({ on: 'create', do: 'error_500_before', times: 1000 });
  const { body } = await create(shop, company.saver, { paymentMethodId: company.cardId });
  await removals['the card was removed']?.(shop, company);
  await shop.provider.behave();
  await shop.run(paymentSettling, { paymentId: body.id, attempt: 0 });
  expect(await shop.provider.paymentsFor(body.id)).toEqual([]);
});

test('a charge that the provider answered before the removal stands', async () => {
  const company = await openCardCompany(shop);
  await spend(shop, key, company.organizationId);
  await eventually(() => balanceIn(shop, company)).toBe(500_000);
  await removals['the card was removed']?.(shop, company);
  expect(await chargesOf(shop, company.organizationId)).toMatchObject([
    { status: 'succeeded', providerMethodId: null },
  ]);
  expect(await balanceIn(shop, company)).toBe(500_000);
});

test('a card is saved though the provider opened its page more slowly than the first question about it', async () => {
  const payer = await newPayer(shop);
  await shop.provider.misbehave({ on: 'create', do: 'delay', ms: 2500 });
  await bindCard(shop, payer, '5555555555554444');
  await expect.poll(async () => (await cardsOf(shop, payer)).length, { timeout: 10_000 }).toBe(1);
});
