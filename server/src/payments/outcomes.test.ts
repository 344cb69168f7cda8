import { cancelPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { untilDoneOrBlocked } from '../../tests/support/organizations.ts';
import {
  balanceOf,
  newPayer,
  openPayment,
  type Payer,
  paidPayment,
  readPayment,
  untilStatus,
} from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { paymentSettling } from './settle-payment.ts';
import { lockPayment } from './status-store.ts';

let shop: Shop;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { PUBLIC_URL: 'https://cabinet.example.ru' });
  payer = await newPayer(shop);
});
afterEach(() => shop.provider.behave());
afterAll(() => shop.close());

const ask = (paymentId: string) => shop.run(paymentSettling, { paymentId, attempt: 0 });
const cancel = (paymentId: string, by: { token: string } = payer) =>
  shop.call(cancelPayment, { params: { paymentId } }, { token: by.token });
const comeBack = (paymentId: string) =>
  fetch(`${shop.url}/api/payments/${paymentId}/return`, { redirect: 'manual' }).then(({ status, headers }) => ({
    status,
    location: new URL(headers.get('location') ?? 'none:'),
  }));
/** As if its time were up. */
const runOut = (paymentId: string) =>
  shop.db.queryText("update payments set expires_at = now() - interval '1 minute' where id = $1", [paymentId]);

test('a change of a payment waits for the one that has locked it', async () => {
  const { id } = await openPayment(shop, payer);
  const lock = () => shop.db.transaction((tx) => lockPayment(tx, id));
  let isLockedTwice = false;
  let second: Promise<unknown> = Promise.resolve();
  await shop.db.transaction(async (tx) => {
    await lockPayment(tx, id);
    second = lock().then(() => {
      isLockedTwice = true;
    });
    await untilDoneOrBlocked(shop, second);
    expect(isLockedTwice).toBe(false);
  });
  await second;
  expect(isLockedTwice).toBe(true);
});

test.each([
  ['4592', '3d_secure_failed'],
  ['4535', 'call_issuer'],
  ['4543', 'card_expired'],
  ['4568', 'fraud_suspected'],
  ['4527', 'general_decline'],
  ['4600', 'insufficient_funds'],
  ['4618', 'invalid_card_number'],
  ['4626', 'invalid_csc'],
  ['4501', 'issuer_unavailable'],
  ['4576', 'payment_method_limit_exceeded'],
  ['4550', 'payment_method_restricted'],
  ['4584', 'country_forbidden'],
])('a card ending in %s is declined for %s: no money, and the payment says why', async (last4, reason) => {
  const payment = await openPayment(shop, payer);
  await shop.provider.payByCard(payment.providerId, `555555555555${last4}`);
  const { status, location } = await comeBack(payment.id);
  expect(status).toBe(303);
  expect(location.href).toBe(`https://cabinet.example.ru/payments/success?paymentId=${payment.id}`);
  expect(await readPayment(shop, payer, payment.id)).toMatchObject({
    status: 'canceled',
    reason,
    card: { last4, type: 'MasterCard' },
  });
  expect(await balanceOf(shop, payer)).toEqual({});
});

describe('the way back from the provider', () => {
  test('the way back from the provider credits what the provider confirms', async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.misbehave({ on: 'notification', do: 'lose' });
    await shop.provider.payByCard(payment.providerId);
    const before = (await balanceOf(shop, payer)).RUB ?? 0;
    expect((await comeBack(payment.id)).status).toBe(303);
    expect((await balanceOf(shop, payer)).RUB).toBe(before + payment.amountMinor);
  });

  test('the way back from the provider leads everybody to one page, whatever became of the payment', async () => {
    const paid = await paidPayment(shop, payer);
    const [declined, pending, unanswered] = [
      await openPayment(shop, payer),
      await openPayment(shop, payer),
      await openPayment(shop, payer),
    ];
    await shop.provider.payByCard(declined.providerId, '5555555555554600');
    for (const { id } of [paid, declined, pending]) {
      const { status, location } = await comeBack(id);
      expect([status, location.href]).toEqual([303, `https://cabinet.example.ru/payments/success?paymentId=${id}`]);
    }
    for (const fault of ['error_500_before', 'drop_after']) {
      await shop.provider.misbehave({ on: 'get', do: fault });
      const { status, location } = await comeBack(unanswered.id);
      expect([status, location.search]).toEqual([303, `?paymentId=${unanswered.id}`]);
    }
  });

  const questionsAbout = (providerId: string) =>
    shop.provider.calls.filter((one) => one === `GET /payments/${providerId}`).length;

  test('the way back polls the provider a few times a minute at most, however often it is taken', async () => {
    const payment = await openPayment(shop, payer);
    const before = questionsAbout(payment.providerId);
    for (let turn = 0; turn < 20; turn += 1) expect((await comeBack(payment.id)).status).toBe(303);
    expect(questionsAbout(payment.providerId) - before).toBeLessThanOrEqual(8);
    await shop.provider.payByCard(payment.providerId);
    await untilStatus(shop, payer, payment, 'succeeded');
  });

  test('the way back polls no payment that is settled or past the provider’s key lifetime', async () => {
    const [paid, old] = [await openPayment(shop, payer), await openPayment(shop, payer)];
    // The worker beside would ask, too.
    await shop.db.queryText('delete from payment_polls where payment_id = any($1)', [[paid.id, old.id]]);
    await shop.provider.misbehave({ on: 'notification', do: 'lose' });
    await shop.provider.payByCard(paid.providerId);
    await comeBack(paid.id);
    await untilStatus(shop, payer, paid, 'succeeded');
    await cancel(old.id);
    await shop.db.queryText("update payments set created_at = now() - interval '2 days' where id = $1", [old.id]);
    const { rows } = await shop.db.queryText('select provider_payment_id as id from payments where id = any($1)', [
      [paid.id, old.id],
    ]);
    const asked = () => rows.map(({ id }) => questionsAbout(String(id)));
    const before = asked();
    await comeBack(paid.id);
    await comeBack(old.id);
    expect(asked()).toEqual(before);
  });

  test.each([uuidv7(), 'no-number', '%2e%2e'])(
    'the way back of %s, which is no payment, answers 404',
    async (paymentId) => {
      expect((await comeBack(paymentId)).status).toBe(404);
    },
  );
});

describe('expiry', () => {
  test('a payment that expired at the provider has expired', async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.force(payment.providerId, { status: 'canceled', reason: 'expired_on_confirmation' });
    expect(await untilStatus(shop, payer, payment, 'expired')).toMatchObject({ reason: 'expired_on_confirmation' });
  });

  test('a payment past its time has expired, and a late success is credited once and noted', async () => {
    const payment = await openPayment(shop, payer);
    await runOut(payment.id);
    await ask(payment.id);
    expect((await readPayment(shop, payer, payment.id)).status).toBe('expired');
    const before = (await balanceOf(shop, payer)).RUB ?? 0;
    await shop.provider.payByCard(payment.providerId);
    const paid = await untilStatus(shop, payer, payment, 'succeeded');
    await ask(payment.id);
    expect(paid.events.map(({ status, reason }) => [status, reason])).toEqual([
      ['pending', null],
      ['expired', 'expired_on_confirmation'],
      ['succeeded', 'late_success'],
    ]);
    expect((await balanceOf(shop, payer)).RUB).toBe(before + payment.amountMinor);
  });

  test('a payment past its time does not expire while the provider is unavailable', async () => {
    const payment = await openPayment(shop, payer);
    await runOut(payment.id);
    await shop.provider.misbehave({ on: 'get', do: 'error_500_before' });
    await ask(payment.id);
    expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
  });
});

describe('cancellation', () => {
  test('a payment canceled by its payer and paid all the same is credited and noted', async () => {
    const payment = await openPayment(shop, payer);
    const canceled = await cancel(payment.id);
    expect(canceled).toMatchObject({
      status: 200,
      body: { status: 'canceled', reason: 'canceled_by_user', confirmationUrl: null },
    });
    const before = (await balanceOf(shop, payer)).RUB ?? 0;
    await shop.provider.payByCard(payment.providerId);
    expect(await untilStatus(shop, payer, payment, 'succeeded')).toMatchObject({ reason: 'late_success' });
    expect((await balanceOf(shop, payer)).RUB).toBe(before + payment.amountMinor);
  });

  test('a payment can be canceled once, and not after it was paid', async () => {
    const payment = await openPayment(shop, payer);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(payment.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const paid = await paidPayment(shop, payer);
    expect((await cancel(paid.id)).body.code).toBe('payment_not_pending');
    expect((await readPayment(shop, payer, paid.id)).status).toBe('succeeded');
  });

  test('a payment canceled at the moment it is paid ends paid, credited once', async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.misbehave({ on: 'notification', do: 'lose' });
    await shop.provider.payByCard(payment.providerId);
    const before = (await balanceOf(shop, payer)).RUB ?? 0;
    await Promise.all([ask(payment.id), cancel(payment.id), ask(payment.id), cancel(payment.id), ask(payment.id)]);
    await ask(payment.id);
    expect((await readPayment(shop, payer, payment.id)).status).toBe('succeeded');
    expect((await balanceOf(shop, payer)).RUB).toBe(before + payment.amountMinor);
  });
});
