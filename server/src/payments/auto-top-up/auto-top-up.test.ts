import { deleteAutoTopUp, getAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { removePaymentMethod } from '@kazna/contract/cabinet/payment-methods';
import { check } from '@kazna/contract/shared/validation';
import { createCharge } from '@kazna/contract/v1/charges';
import { eventData, listEvents } from '@kazna/contract/v1/events';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { autoTopUpTerms, bindCard, cardsOf, payerWithCard } from '../../../tests/support/cards.ts';
import { callerWith } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { balanceOf, openPayment, type Payer } from '../../../tests/support/payments.ts';
import { attemptTopUp } from './attempt-top-up.ts';

// Declines wait for several rounds of the workers.
vi.setConfig({ testTimeout: 90_000 });

const shop = shopForThisFile({ PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
let key: string;
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  ({ key } = await newKey(shop));
  call = callerWith(shop, key);
});
afterEach(() => shop.provider.behave());

/** The balance of `payerWithCard` is 1500.50; below 1000 it is brought to 5000. */
const set = ({ organizationId, token }: Payer, paymentMethodId: string, changes: object = {}) =>
  shop.call(
    setAutoTopUp,
    { params: { organizationId }, body: { ...autoTopUpTerms, paymentMethodId, ...changes } },
    { token },
  );
const charge = ({ organizationId }: Payer, amountMinor: number) =>
  call(createCharge, { body: { organizationId, amountMinor, currency: 'RUB', description: 'Трафик' } });
const read = async ({ organizationId, token }: Payer) =>
  (await shop.call(getAutoTopUp, { params: { organizationId } }, { token })).body;
const state = async (payer: Payer) => {
  const { rule, attempts } = await read(payer);
  return [rule?.state, rule?.reason, attempts.map(({ status }) => status)];
};
const balance = async (payer: Payer) => (await balanceOf(shop, payer)).RUB;
const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 20_000 });

/** As if the time had passed for the organization. */
async function passHours({ organizationId }: Payer, hours: number): Promise<void> {
  const step = `make_interval(hours => ${hours})`;
  for (const [table, column] of [
    ['auto_top_ups', 'next_attempt_at'],
    ['payments', 'created_at'],
  ])
    await shop.db.queryText(`update ${table} set ${column} = ${column} - ${step} where organization_id = $1`, [
      organizationId,
    ]);
}

const endCooldown = ({ organizationId }: Payer) =>
  shop.db.queryText('update auto_top_ups set next_attempt_at = now() where organization_id = $1', [organizationId]);

async function eventsOf({ organizationId }: Payer) {
  const types = 'auto_top_up.succeeded,auto_top_up.failed,auto_top_up.paused';
  const { body } = await shop.call(listEvents, { query: { limit: 100, types } }, { token: key });
  const events = body.items.filter((event) => event.organizationId === organizationId);
  for (const { type, data } of events) expect(check(eventData[type], data).errors).toBeUndefined();
  return events.map(({ type, data }) => `${type} ${data.reason ?? ''}`.trim());
}
async function lettersTo({ id }: Payer): Promise<string[]> {
  const text = "select kind from notifications where user_id = $1 and kind like 'auto%' order by id";
  return (await shop.db.queryText(text, [id])).rows.map(({ kind }) => kind as string);
}

test('a charge that takes the balance below the threshold brings it to the target, and everybody is notified', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  expect((await set(payer, cardId)).body.rule).toMatchObject({ ...autoTopUpTerms, state: 'active', spentMinor: 0 });
  await charge(payer, 50_050);
  expect(await state(payer)).toEqual(['active', null, []]);
  await charge(payer, 1);
  await eventually(() => balance(payer)).toBe(500_000);
  expect((await read(payer)).rule).toMatchObject({ state: 'active', spentMinor: 400_001 });
  expect((await read(payer)).attempts).toMatchObject([{ amountMinor: 400_001, card: '4444', status: 'succeeded' }]);
  expect(await eventsOf(payer)).toEqual(['auto_top_up.succeeded']);
  expect(await lettersTo(payer)).toEqual(['auto_top_up_changed', 'auto_top_up_succeeded']);
});

test('200 charges at once that cross the threshold make one top-up', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await set(payer, cardId);
  const second = await shop.startSecondProcess();
  await Promise.all(Array.from({ length: 200 }, () => charge(payer, 500)));
  await eventually(async () => (await read(payer)).attempts.filter(({ status }) => status === 'succeeded').length).toBe(
    1,
  );
  // What the charges took after it was sized is the rest of the hundred thousand; no second attempt follows.
  expect((await read(payer)).attempts).toHaveLength(1);
  expect(await balance(payer)).toBeGreaterThanOrEqual(autoTopUpTerms.thresholdMinor);
  await second.close();
});

test('a rule set while the balance is below charges at once, and one that is switched off charges nothing', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await set(payer, cardId, { thresholdMinor: 200_000 });
  await eventually(() => balance(payer)).toBe(500_000);
  const params = { organizationId: payer.organizationId };
  expect((await shop.call(deleteAutoTopUp, { params }, { token: payer.token })).status).toBe(204);
  expect((await shop.call(deleteAutoTopUp, { params }, { token: payer.token })).status).toBe(404);
  await charge(payer, 500_000);
  const { rows } = await shop.db.queryText(
    'select is_below_top_up as is from ledger_accounts where organization_id = $1',
    [payer.organizationId],
  );
  expect(rows).toContainEqual({ is: null });
  expect((await read(payer)).rule).toBeNull();
});

test('declines in a row wait as their reason says, pause the rule after the fourth, and each is published', async () => {
  const { payer, cardId } = await payerWithCard(shop, '5555555555554451');
  await set(payer, cardId);
  await charge(payer, 100_000);
  for (let nth = 1; nth < 4; nth += 1) {
    await eventually(() => state(payer)).toEqual(['waiting', 'insufficient_funds', Array(nth).fill('canceled')]);
    await charge(payer, 100);
    await passHours(payer, 24 * 2 ** (nth - 1) - 1);
    expect((await read(payer)).rule?.state).toBe('waiting');
    await passHours(payer, 2);
  }
  await eventually(() => state(payer)).toEqual(['paused', 'insufficient_funds', Array(4).fill('canceled')]);
  expect(await eventsOf(payer)).toEqual([
    ...Array(4).fill('auto_top_up.failed insufficient_funds'),
    'auto_top_up.paused insufficient_funds',
  ]);
  expect(await lettersTo(payer)).toEqual([
    'auto_top_up_changed',
    ...Array(3).fill('auto_top_up_failed'),
    'auto_top_up_paused',
  ]);
});

test('a rule that a refused card has paused goes on with another card', async () => {
  const { payer, cardId } = await payerWithCard(shop, '5555555555554469');
  await set(payer, cardId);
  await charge(payer, 100_000);
  await eventually(() => state(payer)).toEqual(['paused', 'permission_revoked', ['canceled']]);
  expect(await set(payer, cardId)).toMatchObject({ status: 409, body: { code: 'card_unusable' } });
  await bindCard(shop, payer, '2202474301322987');
  const other = (await cardsOf(shop, payer)).find(({ last4 }) => last4 === '2987');
  await set(payer, other?.id as string);
  await eventually(() => balance(payer)).toBe(500_000);
  expect(await state(payer)).toEqual(['active', null, ['succeeded', 'canceled']]);
});

test('a removed card pauses the rule and is charged no more', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await set(payer, cardId);
  await shop.call(removePaymentMethod, { params: { paymentMethodId: cardId } }, { token: payer.token });
  await charge(payer, 100_000);
  expect((await read(payer)).rule).toMatchObject({ state: 'paused', reason: 'card_removed', paymentMethodId: null });
  expect(await eventsOf(payer)).toEqual(['auto_top_up.paused card_removed']);
});

test.each(['error_500_before', 'error_500_after', 'drop_after'])(
  'a provider that answers %s is asked again under the same key: one charge, one credit',
  async (fault) => {
    const { payer, cardId } = await payerWithCard(shop);
    await set(payer, cardId);
    await shop.provider.misbehave({ on: 'create', do: fault, times: 2 });
    await charge(payer, 100_000);
    await eventually(() => balance(payer)).toBe(500_000);
    const { attempts } = await read(payer);
    expect(attempts).toHaveLength(1);
    expect(await shop.provider.paymentsFor(attempts[0]?.paymentId as string)).toHaveLength(1);
  },
);

test('an attempt whose outcome is pending blocks every other one until it is known', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await set(payer, cardId);
  await shop.provider.misbehave({ on: 'autopayment', do: 'pending' });
  await charge(payer, 100_000);
  await eventually(() => state(payer)).toEqual(['active', null, ['pending']]);
  await charge(payer, 100);
  await set(payer, cardId, { targetMinor: 600_000 });
  await passHours(payer, 3);
  const { attempts } = await read(payer);
  const [sent] = await shop.provider.paymentsFor(attempts[0]?.paymentId as string);
  await shop.provider.force(sent.id, { status: 'succeeded' });
  await eventually(() => balance(payer)).toBeGreaterThan(autoTopUpTerms.thresholdMinor);
  expect((await read(payer)).attempts.map(({ status }) => status)).toEqual(['succeeded']);
});

test('the cap of an automatic top-up’s month is never passed, is notified of once, and the rule goes on in the next month', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await set(payer, cardId, { monthlyCapMinor: 500_000 });
  await charge(payer, 100_000);
  await eventually(() => balance(payer)).toBe(500_000);
  await endCooldown(payer);
  await charge(payer, 500_000);
  await eventually(() => state(payer)).toEqual(['waiting', 'monthly_cap', ['succeeded']]);
  expect((await read(payer)).rule?.nextAttemptAt).toMatch(/-(28|29|30|31)T21:00/);
  expect(await eventsOf(payer)).toEqual(['auto_top_up.succeeded', 'auto_top_up.paused monthly_cap']);
  await passHours(payer, 24 * 32);
  await eventually(() => balance(payer)).toBeGreaterThan(autoTopUpTerms.thresholdMinor);
});

test('a payment page in use counts as a top-up under way, and one left alone does not', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await openPayment(shop, payer, { amountMinor: 100_000 });
  await set(payer, cardId);
  await charge(payer, 100_000);
  const { rows } = await shop.db.queryText(
    'select is_below_top_up as is from ledger_accounts where organization_id = $1',
    [payer.organizationId],
  );
  expect(rows).toContainEqual({ is: true });
  expect((await read(payer)).attempts).toEqual([]);
  await passHours(payer, 1);
  await eventually(() => balance(payer)).toBe(500_000);
});

test('automatic top-up does not charge a suspended organization', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await set(payer, cardId);
  const status = (to: string) =>
    shop.db.queryText('update organizations set status = $2 where id = $1', [payer.organizationId, to]);
  await status('suspended');
  await charge(payer, 100_000);
  const context = { ...shop, publicUrl: shop.url, receiptEmail: 'shop@example.ru', pollBackoffSeconds: [1] };
  const working = { ...context, referralRules: { percent: 0, capMinor: 0, delayDays: 0 }, readMissing: async () => 0 };
  await attemptTopUp(working, payer.organizationId);
  await status('active');
  await eventually(() => balance(payer)).toBe(500_000);
  expect((await read(payer)).attempts).toHaveLength(1);
});

describe('a rule that could never work', () => {
  let owner: Awaited<ReturnType<typeof payerWithCard>>;
  beforeAll(async () => {
    owner = await payerWithCard(shop);
  });
  afterAll(async () => expect((await read(owner.payer)).rule).toBeNull());

  test.each([
    ['targetMinor', { targetMinor: 100_050 }],
    ['targetMinor', { targetMinor: 50_000_001, monthlyCapMinor: 60_000_000 }],
    ['monthlyCapMinor', { monthlyCapMinor: 499_999 }],
    ['thresholdMinor', { thresholdMinor: -1 }],
  ])('a rule that could never work is refused at %s', async (path, changes) => {
    const { status, body } = await set(owner.payer, owner.cardId, changes);
    expect([status, body.errors?.map((error) => error.path)]).toEqual([400, [path]]);
  });
});
