import { randomUUID } from 'node:crypto';
import { cancelPayment, type Payment } from '@kazna/contract/cabinet/payments';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { openCompany } from '../../tests/support/organizations.ts';
import {
  balanceOf,
  create,
  newPayer,
  openPayment,
  type Payer,
  readPayment,
  untilStatus,
} from '../../tests/support/payments.ts';
import { signInPerson } from '../../tests/support/people.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { parseConfig } from '../config/config.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { paymentContext } from '../worker.ts';
import { pollPayment } from './poll-payments.ts';
import { paymentSettling } from './settle-payment.ts';

const config = parseConfig({ NODE_ENV: 'test' });
let shop: Shop;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  payer = await newPayer(shop);
});
afterEach(async () => {
  shop.provider.refuse(false);
  await shop.provider.behave();
});
afterAll(() => shop.close());

const settle = (paymentId: string, attempt = 0) => shop.run(paymentSettling, { paymentId, attempt });

/** As the loop does. Returns in how many seconds it would poll again. */
const poll = (paymentId: string, attempt: number) =>
  pollPayment(paymentContext({ ...shop, config, log: pino({ level: 'silent' }) }), { paymentId, attempt });

test('a payment is created, paid, notified of and credited once', async () => {
  const payment = await openPayment(shop, payer, { description: 'Связь за май' });
  expect(payment).toMatchObject({ status: 'pending', amountMinor: 150_050, description: 'Связь за май', paidAt: null });
  await shop.provider.payByCard(payment.providerId);
  const paid = await untilStatus(shop, payer, payment, 'succeeded');
  expect(paid.events.map(({ kind, status, source }) => [kind, status, source])).toEqual([
    ['created', 'pending', 'user'],
    ['status_changed', 'succeeded', 'notification'],
  ]);
  expect(paid).toMatchObject({ paidAt: expect.any(String), confirmationUrl: null, reason: null });
  await settle(payment.id);
  expect(await balanceOf(shop, payer)).toEqual({ RUB: 150_050 });
  expect(await checkLedger(shop.db)).toEqual([]);
});

test('the provider’s page names the company as it was at creation, and a personal account by nobody’s name', async () => {
  const person = await newPayer(shop);
  await shop.db.queryText("update organizations set name = 'Мария Иванова' where id = $1", [person.organizationId]);
  const own = await openPayment(shop, person);
  expect((await shop.provider.paymentsFor(own.id))[0].description).toBe('Пополнение баланса');
  const company = await openCompany(shop, person);
  await shop.db.queryText('update sessions set organization_id = $2 where user_id = $1', [person.id, company.id]);
  const inside = { token: (await signInPerson(shop, person)).accessToken };
  await shop.provider.misbehave({ on: 'create', do: 'drop_after', times: 1 });
  const { body: payment } = await create(shop, inside, { description: 'Связь за май' });
  await shop.db.queryText("update organizations set name = 'ООО «Новое имя»' where id = $1", [company.id]);
  await settle(payment.id);
  const [object, ...others] = await shop.provider.paymentsFor(payment.id);
  expect([object.description, others]).toEqual([`Пополнение баланса ${company.name}. Связь за май`, []]);
  expect((await readPayment(shop, inside, payment.id)).confirmationUrl).not.toBeNull();
});

test('the request of a new payment to the provider has receipt, our number and return address', async () => {
  const payment = await openPayment(shop, payer, { method: 'sbp' });
  const [object] = await shop.provider.paymentsFor(payment.id);
  expect(object).toMatchObject({
    amount: { value: '1500.50', currency: 'RUB' },
    receipt_registration: 'pending',
    payment_method: { type: 'sbp' },
    confirmation: { return_url: expect.stringMatching(new RegExp(`/api/payments/${payment.id}/return$`)) },
  });
});

describe('idempotency keys of payments', () => {
  test('a repeated key with the same body answers the first payment, even once that has changed', async () => {
    const key = randomUUID();
    const first = await create(shop, payer, {}, key);
    await shop.provider.force(first.body.confirmationUrl?.split('/').at(-1) as string, { status: 'canceled' });
    await untilStatus(shop, payer, first.body, 'canceled');
    const again = await create(shop, payer, {}, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('a key whose first call died before it answered is answered by its payment, charged once', async () => {
    const key = randomUUID();
    const first = await create(shop, payer, {}, key);
    await shop.db.queryText('update idempotency_keys set answer = null, status = null where key = $1', [key]);
    const again = await create(shop, payer, {}, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await shop.provider.paymentsFor(first.body.id)).toHaveLength(1);
  });

  test('a repeated key with another body is refused', async () => {
    const key = randomUUID();
    await create(shop, payer, {}, key);
    for (const other of [{ amountMinor: 150_051 }, { method: 'sbp' }, { description: 'Другое' }]) {
      const refused = await create(shop, payer, other, key);
      expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_conflict']);
    }
  });

  test('a key sent 64 times at once makes one payment, here and at a slow provider', async () => {
    const before = (await shop.provider.payments()).length;
    await shop.provider.misbehave({ on: 'create', do: 'delay', ms: 300 });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 64 }, () => create(shop, payer, {}, key)));
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body]);
    expect(answers[0]).toMatchObject({ status: 201, body: { status: 'pending', confirmationUrl: expect.any(String) } });
    expect((await shop.provider.payments()).length).toBe(before + 1);
    const { rows } = await shop.db.queryText('select count(*)::int as n from payments where organization_id = $1', [
      payer.organizationId,
    ]);
    const keys = await shop.db.queryText('select count(*)::int as n from idempotency_keys where scope = $1', [
      `payments:${payer.organizationId}`,
    ]);
    expect(rows).toEqual(keys.rows);
  });

  test('a key sent 64 times at once through two processes with two bodies: one body wins, the other is refused', async () => {
    const twin = await shop.startSecondProcess();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        create(index % 2 ? shop : twin, payer, { amountMinor: 1000 + (index % 2) }, key),
      ),
    );
    await twin.close();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(32);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(32);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
  });

  test('the key of a payment is known within its organization only', async () => {
    const key = randomUUID();
    const other = await newPayer(shop);
    const [ours, theirs] = [await create(shop, payer, {}, key), await create(shop, other, { amountMinor: 500 }, key)];
    expect([ours.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(ours.body.id);
  });

  test('payments created at once keep each its own page and answer, and one that gets another’s page fails alone', async () => {
    const one = await newPayer(shop);
    const taken = await openPayment(shop, one);
    const sent = Array.from({ length: 16 }, (_, index) => ({ amountMinor: 20_000 + index, key: randomUUID() }));
    const createAll = () => Promise.all(sent.map(({ amountMinor, key }) => create(shop, one, { amountMinor }, key)));
    shop.provider.tamper((object) => (object.amount.value === '200.07' ? { ...object, id: taken.providerId } : object));
    const answers = await createAll();
    shop.provider.tamper();
    expect(answers.map(({ status }) => status)).toEqual(sent.map((_, index) => (index === 7 ? 500 : 201)));
    const opened = answers.filter(({ status }) => status === 201);
    expect(new Set(opened.map(({ body }) => body.confirmationUrl)).size).toBe(15);
    const first = opened[0]?.body as Payment;
    await shop.provider.force(first.confirmationUrl?.split('/').at(-1) as string, { status: 'canceled' });
    await untilStatus(shop, one, first, 'canceled');
    expect((await createAll()).filter((_, index) => index !== 7)).toEqual(opened);
  });

  test.each(['', 'short', 'two words', 'x'.repeat(65)])('the key %j of a payment is refused', async (key) => {
    const answer = await create(shop, payer, {}, key);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });
});

describe('answers of the provider to a new payment', () => {
  test.each([
    { on: 'create', do: 'error_500_before', held: 0 },
    { on: 'create', do: 'error_500_after', held: 1 },
    { on: 'create', do: 'drop_after', held: 1 },
  ])(
    'a create that ends in $do leaves the payment pending; repeated by the same key it charges once',
    async ({ held, ...fault }) => {
      await shop.provider.misbehave({ ...fault, times: 3 });
      const { status, body: payment } = await create(shop, payer);
      expect([status, payment.status, payment.confirmationUrl]).toEqual([201, 'pending', null]);
      await settle(payment.id, 0);
      await settle(payment.id, 1);
      expect(await shop.provider.paymentsFor(payment.id)).toHaveLength(held);
      expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
      await settle(payment.id, 2);
      const [object, ...others] = await shop.provider.paymentsFor(payment.id);
      expect(others).toEqual([]);
      expect((await readPayment(shop, payer, payment.id)).confirmationUrl).toBe(object.confirmation.confirmation_url);
      const before = (await balanceOf(shop, payer)).RUB ?? 0;
      await shop.provider.payByCard(object.id);
      await untilStatus(shop, payer, payment, 'succeeded');
      expect((await balanceOf(shop, payer)).RUB).toBe(before + payment.amountMinor);
    },
  );

  test('a provider that never answers is polled with backoff, then the payment goes to review', async () => {
    await shop.provider.misbehave({ on: 'create', do: 'error_500_before', times: 1000 });
    const { body: payment } = await create(shop, payer);
    for (const [attempt, delaySeconds] of [
      [0, 15],
      [1, 30],
      [4, 300],
      [12, 3600],
    ] as const) {
      expect(await poll(payment.id, attempt)).toBe(delaySeconds);
    }
    await shop.db.queryText("update payments set created_at = now() - interval '1 day' where id = $1", [payment.id]);
    expect(await poll(payment.id, 13)).toBeNull();
    expect(await readPayment(shop, payer, payment.id)).toMatchObject({ status: 'review', reason: 'outcome_unknown' });
  });

  test('a payment that the provider refuses is canceled at once and polled no more', async () => {
    shop.provider.refuse(true);
    const { status, body: payment } = await create(shop, payer);
    shop.provider.refuse(false);
    expect([status, payment.status, payment.reason]).toEqual([201, 'canceled', 'provider_refused']);
    await settle(payment.id);
    expect(await shop.provider.paymentsFor(payment.id)).toEqual([]);
  });

  test('a payment refused on a repeated call is polled again: the first call may have opened a page', async () => {
    await shop.provider.misbehave({ on: 'create', do: 'drop_after' });
    const { body: payment } = await create(shop, payer);
    shop.provider.refuse(true);
    expect(await poll(payment.id, 3)).toBe(120);
    shop.provider.refuse(false);
    expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
    await settle(payment.id, 4);
    const [object] = await shop.provider.paymentsFor(payment.id);
    expect((await readPayment(shop, payer, payment.id)).confirmationUrl).toBe(object.confirmation.confirmation_url);
  });

  test('a payment whose poll the provider refuses is polled again', async () => {
    const payment = await openPayment(shop, payer);
    shop.provider.refuse(true);
    expect(await poll(payment.id, 3)).toBe(120);
    shop.provider.refuse(false);
    expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
  });

  test('a payment that the provider does not report on for a day goes to review', async () => {
    const payment = await openPayment(shop, payer);
    await shop.db.queryText("update payments set created_at = now() - interval '1 day' where id = $1", [payment.id]);
    shop.provider.refuse(true);
    await settle(payment.id, 20);
    shop.provider.refuse(false);
    expect(await readPayment(shop, payer, payment.id)).toMatchObject({ status: 'review', reason: 'outcome_unknown' });
  });

  test('a payment past the key lifetime is not created again, not even by a payer who comes back', async () => {
    await shop.provider.misbehave({ on: 'create', do: 'drop_after' });
    const { body: payment } = await create(shop, payer);
    await shop.db.queryText("update payments set created_at = now() - interval '1 day' where id = $1", [payment.id]);
    shop.provider.pass(25 * 60 * 60 * 1000);
    const way = await fetch(`${shop.url}/api/payments/${payment.id}/return`, { redirect: 'manual' });
    expect(way.headers.get('location')).toContain(payment.id);
    await settle(payment.id, 20);
    expect(await shop.provider.paymentsFor(payment.id)).toHaveLength(1);
    expect((await readPayment(shop, payer, payment.id)).status).toBe('review');
  });

  test('a payment canceled before the provider was reached is not created there', async () => {
    await shop.provider.misbehave({ on: 'create', do: 'error_500_before' });
    const { body: payment } = await create(shop, payer);
    await shop.call(cancelPayment, { params: { paymentId: payment.id } }, payer);
    await settle(payment.id);
    expect(await shop.provider.paymentsFor(payment.id)).toEqual([]);
  });
});
