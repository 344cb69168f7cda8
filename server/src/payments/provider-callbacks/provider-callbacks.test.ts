import { receiveNotification } from '@kazna/contract/cabinet/provider-callbacks';
import { afterEach, describe, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import {
  balanceOf,
  create,
  newPayer,
  openPayment,
  type Payer,
  readPayment,
  untilStatus,
} from '../../../tests/support/payments.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { paymentSettling } from '../jobs.ts';
import { yookassaCallbacks } from '../providers/yookassa/callbacks.ts';
import { providerNotification } from './receive-callback.ts';

const shop = shopForThisFile();
let payer: Payer;
afterEach(async () => {
  shop.provider.tamper();
  await shop.provider.behave();
});

const notify = (objectId: string, event = 'payment.succeeded', options: object = {}) =>
  shop.call(
    receiveNotification,
    { params: { provider: 'yookassa' }, body: { type: 'notification', event, object: { id: objectId } } as never },
    options,
  );
/** Silenced, so that the test decides when and how often the provider speaks. */
async function openQuietly(body: object = {}) {
  payer = await newPayer(shop);
  const payment = await openPayment(shop, payer, body);
  await shop.provider.misbehave({ on: 'notification', do: 'lose', times: 10 });
  return payment;
}
const statuses = async (paymentId: string) =>
  (await readPayment(shop, payer, paymentId)).events.map(({ status }) => status);

describe('of one success', () => {
  test('50 copies at once make at most two questions to the provider, one credit and one event', async () => {
    const payment = await openQuietly();
    await shop.provider.force(payment.providerId, { status: 'succeeded' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => notify(payment.providerId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await untilStatus(shop, payer, payment, 'succeeded');
    const { rows } = await shop.db.queryText(
      "select 1 from pgboss.job where name = 'provider-notification' and data->>'objectId' = $1",
      [payment.providerId],
    );
    // One that comes while the provider is asked makes another question: the answer may be older than it.
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(await statuses(payment.id)).toEqual(['pending', 'succeeded']);
    expect(await balanceOf(shop, payer)).toEqual({ RUB: payment.amountMinor });
  });

  test('50 workers at once, among polls, credit once', async () => {
    const payment = await openQuietly();
    await shop.provider.force(payment.providerId, { status: 'succeeded' });
    const work = Array.from({ length: 50 }, (_, index) =>
      index % 5 === 0
        ? shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 })
        : shop.run(providerNotification, {
            provider: 'yookassa',
            kind: 'payment' as const,
            objectId: payment.providerId,
          }),
    );
    await Promise.all(work);
    expect(await statuses(payment.id)).toEqual(['pending', 'succeeded']);
    expect(await balanceOf(shop, payer)).toEqual({ RUB: payment.amountMinor });
    expect(await checkLedger(shop.db)).toEqual([]);
  });

  test('one that comes before our own create call has returned is credited', async () => {
    payer = await newPayer(shop);
    await shop.provider.misbehave({ on: 'create', do: 'delay', ms: 1500 });
    const creating = create(shop, payer);
    let object: { id: string } | undefined;
    while (!object) {
      const open = await shop.provider.payments();
      object = open.find(({ receipt_registration: receipt, status }) => receipt && status === 'pending');
      if (object && (await isCreated(object.id))) object = undefined;
    }
    await shop.provider.payByCard(object.id);
    const { status, body: payment } = await creating;
    expect(status).toBe(201);
    await untilStatus(shop, payer, payment, 'succeeded');
    expect(await statuses(payment.id)).toEqual(['pending', 'succeeded']);
    expect(await balanceOf(shop, payer)).toEqual({ RUB: payment.amountMinor });
  });

  const isCreated = async (providerId: string) =>
    (await shop.db.queryText('select from payments where provider_payment_id = $1', [providerId])).rows.length > 0;

  test('one that never comes is made up for by asking', async () => {
    const payment = await openQuietly();
    await shop.provider.payByCard(payment.providerId);
    await shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 });
    const { status, events } = await readPayment(shop, payer, payment.id);
    expect([status, events.at(-1)?.source]).toEqual(['succeeded', 'poll']);
  });

  test('while the provider is silent nothing is believed, and the job is left to be done again', async () => {
    const payment = await openQuietly();
    await shop.provider.force(payment.providerId, { status: 'succeeded' });
    await shop.provider.behave();
    await shop.provider.misbehave({ on: 'get', do: 'error_500_before' });
    const hint = { provider: 'yookassa', kind: 'payment' as const, objectId: payment.providerId };
    await expect(shop.run(providerNotification, hint)).rejects.toThrow();
    expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
    await shop.run(providerNotification, hint);
    expect((await readPayment(shop, payer, payment.id)).status).toBe('succeeded');
  });
});

describe('forged notifications', () => {
  test('a forged success that comes first does not make the real one a duplicate', async () => {
    const payment = await openQuietly();
    const asked = () => shop.provider.calls.filter((call) => call === `GET /payments/${payment.providerId}`).length;
    await notify(payment.providerId);
    await expect.poll(asked, { timeout: 10_000 }).toBe(1);
    await shop.provider.force(payment.providerId, { status: 'succeeded' });
    await notify(payment.providerId);
    await untilStatus(shop, payer, payment, 'succeeded');
    expect((await readPayment(shop, payer, payment.id)).events.at(-1)?.source).toBe('notification');
  });

  test('300 notifications of objects that nobody knows cost at most 60 calls, none is repeated, and a real one among them is credited', async () => {
    const payment = await openQuietly();
    await shop.provider.force(payment.providerId, { status: 'succeeded' });
    const before = shop.provider.calls.length;
    const ids = Array.from({ length: 300 }, (_, index) => `forged-${index}`);
    for (let at = 0; at < ids.length; at += 30) {
      await Promise.all(ids.slice(at, at + 30).map((id) => notify(id, `payment.made_up_${id.length}`)));
      if (at === 150) await notify(payment.providerId);
    }
    await untilStatus(shop, payer, payment, 'succeeded');
    const open = "select from pgboss.job where name = 'provider-notification' and state <> 'completed'";
    await expect.poll(async () => (await shop.db.queryText(open)).rows, { timeout: 30_000 }).toEqual([]);
    const forged = shop.provider.calls.slice(before).filter((call) => call.includes('forged-'));
    expect(forged.length).toBeLessThanOrEqual(60);
    expect(new Set(forged).size).toBe(forged.length);
    expect((await readPayment(shop, payer, payment.id)).events.at(-1)?.source).toBe('notification');
  });
});

describe('nothing is credited', () => {
  test('by a notification of success for a payment that the provider says is pending', async () => {
    const payment = await openQuietly();
    await shop.run(providerNotification, {
      provider: 'yookassa',
      kind: 'payment' as const,
      objectId: payment.providerId,
    });
    expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test.each([
    ['amount_differs', (object: Json) => ({ ...object, amount: { ...object.amount, value: '1500.49' } })],
    ['amount_differs', (object: Json) => ({ ...object, amount: { ...object.amount, value: '150050.00' } })],
    ['currency_differs', (object: Json) => ({ ...object, amount: { ...object.amount, currency: 'USD' } })],
    ['payment_differs', (object: Json) => ({ ...object, metadata: { payment_id: 'somebody else' } })],
    ['payment_differs', (object: Json) => ({ ...object, metadata: {} })],
  ])('by a success whose %s: a person looks at it', async (reason, change) => {
    const payment = await openQuietly();
    await shop.provider.force(payment.providerId, { status: 'succeeded' });
    shop.provider.tamper((object) => (object.id === payment.providerId ? change(object) : object));
    await shop.run(providerNotification, {
      provider: 'yookassa',
      kind: 'payment' as const,
      objectId: payment.providerId,
    });
    await shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 });
    expect(await readPayment(shop, payer, payment.id)).toMatchObject({ status: 'review', reason });
    shop.provider.tamper();
    await shop.run(providerNotification, {
      provider: 'yookassa',
      kind: 'payment' as const,
      objectId: payment.providerId,
    });
    expect((await readPayment(shop, payer, payment.id)).status).toBe('review');
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test('by the success of a cheap payment that names an expensive one', async () => {
    const dear = await openQuietly({ amountMinor: 5_000_000 });
    const cheap = await openPayment(shop, payer, { amountMinor: 100 });
    await shop.provider.force(cheap.providerId, { status: 'succeeded' });
    shop.provider.tamper((object) =>
      object.id === cheap.providerId ? { ...object, metadata: { payment_id: dear.id } } : object,
    );
    await shop.run(providerNotification, {
      provider: 'yookassa',
      kind: 'payment' as const,
      objectId: cheap.providerId,
    });
    expect(await readPayment(shop, payer, dear.id)).toMatchObject({ status: 'review', reason: 'payment_differs' });
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test('by another object of the provider that names our payment and says that it was given up', async () => {
    const [ours, other] = [await openQuietly(), await openPayment(shop, payer)];
    await shop.provider.force(other.providerId, { status: 'canceled' });
    shop.provider.tamper((object) =>
      object.id === other.providerId ? { ...object, metadata: { payment_id: ours.id } } : object,
    );
    await shop.run(providerNotification, {
      provider: 'yookassa',
      kind: 'payment' as const,
      objectId: other.providerId,
    });
    expect((await readPayment(shop, payer, ours.id)).status).toBe('pending');
  });

  test.each(['12345', '0198c0de-0000-7000-8000-000000000002'])(
    'by a payment of another system of the same shop, numbered %s',
    async (number) => {
      const payment = await openQuietly();
      shop.provider.tamper((object) => ({ ...object, metadata: { payment_id: number } }));
      await shop.run(providerNotification, {
        provider: 'yookassa',
        kind: 'payment' as const,
        objectId: payment.providerId,
      });
      expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
    },
  );
});

// biome-ignore lint/suspicious/noExplicitAny: whatever the provider would send
type Json = any;

describe('the gate', () => {
  test('a stranger is told that there is nothing, however they call themselves', async () => {
    const stranger = { address: '203.0.113.7' };
    expect((await notify('1', 'payment.succeeded', stranger)).status).toBe(404);
    const forged = { ...stranger, headers: { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' } };
    expect((await notify('1', 'payment.succeeded', forged)).status).toBe(404);
    const { rows } = await shop.db.queryText("select from provider_notifications where object_id = '1'");
    expect(rows).toEqual([]);
  });

  test('what is no notification is refused, and no job is made of it', async () => {
    const url = `${shop.url}/api/webhooks/yookassa`;
    for (const body of ['{}', '{"event":"payment.succeeded","object":{"id":5}}', 'not json']) {
      const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      expect(response.status).toBe(400);
    }
  });

  const isAdmitted = (rules: { secret?: string; networks?: string[] }, address: string, secret?: string) =>
    yookassaCallbacks({ secret: undefined, networks: undefined, isSandbox: false, ...rules }).isGenuine({
      address,
      query: { secret },
      body: {},
    });

  test.each([
    ['185.71.76.1', true],
    ['185.71.76.31', true],
    ['185.71.76.32', false],
    ['::ffff:185.71.76.1', true],
    ['::ffff:185.71.76.32', false],
    ['77.75.156.11', true],
    ['77.75.156.12', false],
    ['2a02:5180::1', true],
    ['2a02:5181::1', false],
  ])('by networks %s is admitted: %s', (address, isWelcome) => {
    expect(isAdmitted({}, address)).toBe(isWelcome);
  });

  test.each([
    ['a secret of 16+', true],
    ['a secret of 16', false],
    ['', false],
    [undefined, false],
  ])('by the secret %j is admitted: %s, wherever it comes from', (given, isWelcome) => {
    const rules = { secret: 'a secret of 16+', networks: ['127.0.0.0/8'] };
    expect(isAdmitted(rules, '203.0.113.7', given)).toBe(isWelcome);
    expect(isAdmitted(rules, '127.0.0.1', given)).toBe(isWelcome);
  });
});
