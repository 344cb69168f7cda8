import { listEntries } from '@kazna/contract/cabinet/balance';
import { listPayments, refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  balanceOf,
  newPayer,
  openPayment,
  type Payer,
  paidPayment,
  readPayment,
} from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { InsufficientFunds } from '../../money/ledger/rules.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { providerNotification } from '../provider-callbacks/receive-callback.ts';
import { refundSettling } from './settle-refund.ts';

let shop: Shop;
let payer: Payer;
let payment: Awaited<ReturnType<typeof paidPayment>>;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
});
beforeEach(async () => {
  payer = await newPayer(shop);
  payment = await paidPayment(shop, payer, { amountMinor: 100_000 });
});
afterEach(async () => {
  shop.provider.refuse(false);
  await shop.provider.behave();
  expect(await checkLedger(shop.db)).toEqual([]);
});
afterAll(() => shop.close());

const refund = (amountMinor: number, paymentId = payment.id, by: { token: string } = payer) =>
  shop.call(refundPayment, { params: { paymentId }, body: { amountMinor, reason: 'Передумали' } }, { token: by.token });
const read = () => readPayment(shop, payer, payment.id);
const balance = async () => (await balanceOf(shop, payer)).RUB;
const settle = (refundId: string, attempt = 0) => shop.run(refundSettling, { refundId, attempt });
const atProvider = async () =>
  (await shop.provider.refundsFor(payment.providerId)).map(({ amount, status }) => [amount.value, status]);
const charge = (amountMinor: number) =>
  shop.db.transaction((tx) => {
    const from = { organizationId: payer.organizationId };
    return postTransfer(tx, { key: uuidv7(), kind: 'charge', from, to: 'revenue', amountMinor, currency: 'RUB' });
  });
/** The refund's number here. The worker may settle it before the test does. */
async function startRefund(amountMinor: number) {
  const { body } = await refund(amountMinor);
  return body.refunds.at(-1)?.id as string;
}

async function countJobs(refundId: string, attempt: number): Promise<number> {
  const { rows } = await shop.db.queryText(
    "select from pgboss.job where name = 'refund-settling' and data->>'refundId' = $1 and data->>'attempt' = $2",
    [refundId, String(attempt)],
  );
  return rows.length;
}

async function countActiveJobs(refundId: string): Promise<number> {
  const { rows } = await shop.db.queryText(
    "select from pgboss.job where name = 'refund-settling' and data->>'refundId' = $1 and state = 'active'",
    [refundId],
  );
  return rows.length;
}

test('a refund in part is taken off the balance at once and returned by the provider', async () => {
  const { status, body } = await refund(30_000);
  const isRefunding = async () => [
    (await read()).isRefunding,
    (await shop.call(listPayments, {}, payer)).body.items[0]?.isRefunding,
  ];
  expect([status, body.refundedMinor, body.refunds]).toMatchObject([201, 30_000, [{ amountMinor: 30_000 }]]);
  expect([await balance(), body.isRefunding]).toEqual([70_000, true]);
  await settle(body.refunds[0]?.id as string);
  expect(await isRefunding()).toEqual([false, false]);
  const after = await read();
  expect(after.refunds).toMatchObject([{ status: 'succeeded', reason: 'Передумали' }]);
  expect(after.events.map(({ kind }) => kind)).toEqual([
    'created',
    'status_changed',
    'refund_requested',
    'refund_succeeded',
  ]);
  expect(await atProvider()).toEqual([['300.00', 'succeeded']]);
  expect(await balance()).toBe(70_000);
});

test('refunds in parts add up to the whole payment and not a kopeck beyond', async () => {
  for (const part of [30_000, 69_999]) expect((await refund(part)).status).toBe(201);
  expect((await refund(2)).body.code).toBe('refund_too_large');
  expect((await refund(1)).status).toBe(201);
  expect((await refund(1)).body.code).toBe('refund_too_large');
  expect([await balance(), (await read()).refundedMinor]).toEqual([0, 100_000]);
});

test('a payment is refunded whole, and only once it was paid', async () => {
  expect((await refund(100_000)).status).toBe(201);
  const open = await openPayment(shop, payer);
  expect((await refund(100, open.id)).body.code).toBe('payment_not_refundable');
  expect((await refund(100, uuidv7())).status).toBe(404);
});

test('money that was spent cannot be refunded', async () => {
  await charge(60_000);
  expect((await refund(40_001)).body.code).toBe('refund_not_covered');
  expect([await balance(), (await read()).refunds]).toEqual([40_000, []]);
  expect((await refund(40_000)).status).toBe(201);
});

describe('concurrent refunds', () => {
  test('20 refunds that together exceed the payment return exactly what fits', async () => {
    await paidPayment(shop, payer, { amountMinor: 500_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(9_000)));
    const done = answers.filter(({ status }) => status === 201);
    expect(done).toHaveLength(11);
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('refund_too_large');
    const { refunds, refundedMinor } = await read();
    await Promise.all(refunds.map(({ id }) => settle(id)));
    expect([refundedMinor, await balance()]).toEqual([99_000, 600_000 - 99_000]);
    expect(await atProvider()).toEqual(Array(11).fill(['90.00', 'succeeded']));
  });

  test('refunds and charges share one balance: neither overdraws it, and every kopeck is somewhere', async () => {
    const refunds = Array.from({ length: 15 }, () => refund(6_000).then(({ status }) => (status === 201 ? 6_000 : 0)));
    const charges = Array.from({ length: 15 }, () =>
      charge(7_000).then(
        () => 7_000,
        (error) => {
          if (!(error instanceof InsufficientFunds)) throw error;
          return 0;
        },
      ),
    );
    const taken = (await Promise.all([...refunds, ...charges])).reduce<number>((sum, amount) => sum + amount, 0);
    expect(await balance()).toBe(100_000 - taken);
    expect(100_000 - taken).toBeLessThan(7_000);
  });

  test('20 workers on one refund return the money once', async () => {
    const id = await startRefund(25_000);
    await Promise.all(Array.from({ length: 20 }, () => settle(id)));
    expect(await atProvider()).toEqual([['250.00', 'succeeded']]);
    expect((await read()).events.filter(({ kind }) => kind === 'refund_succeeded')).toHaveLength(1);
  });
});

describe('answers of the provider to a refund', () => {
  test.each(['error_500_after', 'drop_after', 'error_500_before'])(
    'a refund that ends in %s is repeated by the same key and returns the money once',
    async (fault) => {
      await shop.provider.misbehave({ on: 'refund', do: fault, times: 3 });
      const id = await startRefund(25_000);
      for (const attempt of [0, 1, 2, 3]) await settle(id, attempt);
      expect(await atProvider()).toEqual([['250.00', 'succeeded']]);
      expect((await read()).refunds).toMatchObject([{ status: 'succeeded' }]);
      expect(await balance()).toBe(75_000);
    },
  );

  test('a refund that the provider has not decided is pending; a notification settles it', async () => {
    await shop.provider.misbehave({ on: 'refund', do: 'pending' });
    const id = await startRefund(25_000);
    await settle(id);
    expect((await read()).refunds).toMatchObject([{ status: 'pending' }]);
    const [{ id: providerId }] = await shop.provider.refundsFor(payment.providerId);
    await shop.provider.settleRefund(providerId, { status: 'succeeded' });
    const hint = { provider: 'yookassa', kind: 'refund' as const, objectId: providerId };
    await Promise.all(Array.from({ length: 10 }, () => shop.run(providerNotification, hint)));
    expect((await read()).events.filter(({ kind }) => kind === 'refund_succeeded')).toHaveLength(1);
    expect(await balance()).toBe(75_000);
  });

  test('a refund that the provider cancels goes back to the balance by a transfer of its own', async () => {
    await shop.provider.misbehave({ on: 'refund', do: 'pending' });
    const id = await startRefund(25_000);
    await settle(id);
    const [{ id: providerId }] = await shop.provider.refundsFor(payment.providerId);
    await shop.provider.settleRefund(providerId, { status: 'canceled', reason: 'rejected_by_payee' });
    await Promise.all(Array.from({ length: 10 }, () => settle(id, 1)));
    const after = await read();
    expect([after.refundedMinor, after.refunds[0]?.status]).toEqual([0, 'canceled']);
    expect(after.events.at(-1)).toMatchObject({ kind: 'refund_canceled', reason: 'rejected_by_payee' });
    const { organizationId, token } = payer;
    const { body } = await shop.call(listEntries, { params: { organizationId } }, { token });
    expect(body.items.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['refund_reversal', 25_000],
      ['refund', -25_000],
      ['top_up', 100_000],
    ]);
    expect((await refund(100_000)).status).toBe(201);
  });

  test('a refund that the provider refuses goes back to the balance', async () => {
    shop.provider.refuse(true);
    await settle(await startRefund(25_000));
    // The worker may have been the first to ask, and then its answer alone counts.
    await expect.poll(async () => (await read()).refunds).toMatchObject([{ status: 'canceled' }]);
    expect(await balance()).toBe(100_000);
  });

  test('a refund refused on a repeated call stays pending: the first call may have succeeded', async () => {
    await shop.provider.misbehave({ on: 'refund', do: 'drop_after', times: 1000 });
    const id = await startRefund(25_000);
    while ((await countJobs(id, 1)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await shop.provider.behave();
    shop.provider.refuse(true);
    await settle(id, 2);
    expect([await balance(), (await read()).refunds[0]?.status]).toEqual([75_000, 'pending']);
    shop.provider.refuse(false);
    await settle(id, 3);
    expect([await balance(), (await read()).refunds[0]?.status]).toEqual([75_000, 'succeeded']);
    expect(await atProvider()).toEqual([['250.00', 'succeeded']]);
  });

  test('a refund refused to a job that was cut off before it stored the answer stays pending', async () => {
    await shop.provider.misbehave({ on: 'refund', do: 'drop_after', times: 1000 });
    const id = await startRefund(25_000);
    while ((await atProvider()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    shop.provider.refuse(true);
    await settle(id, 0);
    expect([await balance(), (await read()).refunds[0]?.status]).toEqual([75_000, 'pending']);
  });

  test('a refund without an answer past the key lifetime is not asked for again, lest the money return twice', async () => {
    await shop.provider.misbehave({ on: 'refund', do: 'drop_after', times: 1000 });
    const id = await startRefund(25_000);
    await settle(id, 0);
    await shop.db.queryText(
      "update refunds set asked_at = now() - interval '1 day', key_expires_at = now() where id = $1",
      [id],
    );
    // The worker's own attempt may have read the refund before it was aged, and would ask once the provider's key is gone.
    await expect.poll(() => countActiveJobs(id)).toBe(0);
    await shop.provider.behave();
    shop.provider.pass(25 * 60 * 60 * 1000);
    await settle(id, 5);
    expect(await countJobs(id, 6)).toBe(0);
    expect([await balance(), (await read()).refunds[0]?.status]).toEqual([75_000, 'pending']);
    expect(await atProvider()).toHaveLength(1);
  });

  test('a refund that no worker has asked for in days is asked for when one runs', async () => {
    await shop.provider.misbehave({ on: 'refund', do: 'error_500_before', times: 1000 });
    const id = await startRefund(25_000);
    await settle(id, 0);
    const age = "update refunds set created_at = now() - interval '3 days', asked_at = null where id = $1";
    await shop.db.queryText(age, [id]);
    await shop.provider.behave();
    await settle(id, 0);
    expect((await read()).refunds[0]?.status).toBe('succeeded');
    expect(await atProvider()).toEqual([['250.00', 'succeeded']]);
  });
});
