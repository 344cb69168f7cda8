import { getAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { afterEach, expect, test, vi } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { autoTopUpTerms, payerWithCard } from '../../../tests/support/cards.ts';
import { topUp } from '../../../tests/support/charges.ts';
import { balanceOf, newPayer, openPayment, type Payer } from '../../../tests/support/payments.ts';
import { plantTariff } from '../../../tests/support/services.ts';
import { plantMeter, usageContext, use } from '../../../tests/support/usage.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { connect } from './connect.ts';

// A decline waits for several rounds of the workers.
vi.setConfig({ testTimeout: 60_000 });

const shop = shopForThisFile({ PAYMENT_PAUSES: '1' });
afterEach(() => shop.provider.behave());

/** A subscription whose first charge comes in two days. */
async function subscribe({ organizationId }: Payer, priceMinor: number): Promise<void> {
  const { id: tariffId } = await plantTariff(shop.db, { priceMinor, trialDays: 2 });
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  await shop.db.transaction((tx) => connect(tx, 'Europe/Moscow', { ...who, form: { tariffId } }));
}
const setRule = ({ organizationId, token }: Payer, paymentMethodId: string, changes: object = {}) =>
  shop.call(
    setAutoTopUp,
    { params: { organizationId }, body: { ...autoTopUpTerms, paymentMethodId, ...changes } },
    { token },
  );
const attemptsOf = async ({ organizationId, token }: Payer) =>
  (await shop.call(getAutoTopUp, { params: { organizationId } }, { token })).body.attempts.map(
    ({ status, amountMinor }) => [status, amountMinor],
  );
const warningsTo = async ({ id }: Payer) => {
  const { rows } = await shop.db.queryText(
    `select details from notifications where user_id = $1 and kind = 'subscription_charge_expected' order by id`,
    [id],
  );
  return rows.map(({ details }) => details as { amountMinor: number; ownMinor: number; hasAutoTopUp: boolean });
};
const needs = async ({ organizationId }: Payer) =>
  (await shop.db.queryText('select from auto_top_up_needs where organization_id = $1', [organizationId])).rows.length;
const warned = async ({ organizationId }: Payer) => {
  const { rows } = await shop.db.queryText(
    'select bool_and(warned_for is not distinct from charged_to) as warned from subscriptions where organization_id = $1',
    [organizationId],
  );
  return rows[0]?.warned;
};
const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 20_000 });

test('charges of the next three days that the balance covers one by one but not together are warned of once each', async () => {
  const payer = await newPayer(shop);
  await topUp(shop, payer.organizationId, 50_000);
  await subscribe(payer, 30_000);
  await eventually(() => warned(payer)).toBe(true);
  expect(await warningsTo(payer)).toEqual([]);
  await subscribe(payer, 25_000);
  await eventually(() => warned(payer)).toBe(true);
  expect(await warningsTo(payer)).toMatchObject([{ amountMinor: 55_000, ownMinor: 25_000, hasAutoTopUp: false }]);
  expect(await needs(payer)).toBe(0);
});

test('usage that is not charged yet counts beside the charges of the next three days', async () => {
  const payer = await newPayer(shop);
  const { organizationId } = payer;
  await topUp(shop, organizationId, 50_000);
  const meter = await plantMeter(shop.db);
  const price = { meter, price: { model: 'unit' as const, unitMinor: 10 }, includedQuantity: 0, minimumMinor: 0 };
  const { id: tariffId } = await plantTariff(shop.db, { priceMinor: 0, meters: [price] });
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  await shop.db.transaction((tx) => connect(tx, 'Europe/Moscow', { ...who, form: { tariffId } }));
  await use(usageContext(shop.db), { organizationId, meter, occurredAt: new Date().toISOString(), quantity: 2500 });
  await subscribe(payer, 30_000);
  await eventually(async () => (await warningsTo(payer)).length).toBe(1);
  expect(await warningsTo(payer)).toMatchObject([{ amountMinor: 55_000, ownMinor: 30_000 }]);
});

test('automatic top-up charges the card for a shortage that is foreseen, once, also beyond the target of the rule', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await setRule(payer, cardId);
  await subscribe(payer, 900_000);
  await eventually(async () => (await balanceOf(shop, payer)).RUB).toBe(900_000);
  expect(await attemptsOf(payer)).toEqual([['succeeded', 749_950]]);
  expect(await warningsTo(payer)).toMatchObject([{ amountMinor: 900_000, hasAutoTopUp: true }]);
  await shop.db.queryText('update auto_top_ups set next_attempt_at = now() where organization_id = $1', [
    payer.organizationId,
  ]);
  await eventually(() => needs(payer)).toBe(0);
  expect(await attemptsOf(payer)).toHaveLength(1);
});

test('a shortage that the month’s cap of automatic top-up does not suffice for charges nothing and leaves the rule working', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await setRule(payer, cardId, { monthlyCapMinor: 500_000 });
  await subscribe(payer, 900_000);
  await eventually(() => warningsTo(payer)).toHaveLength(1);
  await eventually(() => needs(payer)).toBe(0);
  expect(await attemptsOf(payer)).toEqual([]);
  const { organizationId, token } = payer;
  const { body } = await shop.call(getAutoTopUp, { params: { organizationId } }, { token });
  expect(body.rule).toMatchObject({ state: 'active', reason: null });
});

test('a page that somebody left without paying does not keep automatic top-up from a shortage that is foreseen', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await setRule(payer, cardId);
  await openPayment(shop, payer, { amountMinor: 800_000 });
  await subscribe(payer, 900_000);
  const { organizationId: id } = payer;
  const rule = 'select next_attempt_at > now() as waits from auto_top_ups where organization_id = $1';
  await eventually(async () => (await shop.db.queryText(rule, [id])).rows).toEqual([{ waits: true }]);
  expect(await attemptsOf(payer)).toEqual([]);
  await shop.db.queryText(`update payments set created_at = now() - interval '1 hour' where organization_id = $1`, [
    id,
  ]);
  await shop.db.queryText('update auto_top_ups set next_attempt_at = now() where organization_id = $1', [id]);
  await eventually(async () => (await balanceOf(shop, payer)).RUB).toBe(900_000);
});
