import { listUndecidedRefunds } from '@kazna/contract/admin/refunds';
import { getAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { autoTopUpTerms, cardsOf, saveByPayment } from '../../tests/support/cards.ts';
import { createFakeProvider } from '../../tests/support/fake-provider.ts';
import { balanceOf, create, newPayer, type Payer, paidPayment, readPayment } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { createPayment } from './create-payment.ts';
import { providersOf } from './providers/provider.ts';
import { refundSettling } from './refunds/settle-refund.ts';
import { bindCard } from './saved-methods/bind-card.ts';
import { paymentSettling } from './settle-payment.ts';

const secret = 'the secret of YooKassa';
const fake = createFakeProvider();
let shop: Shop;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(
    inject('databaseUrl'),
    { NOTIFICATION_SECRET: secret, PAYMENT_PAUSES: '1' },
    { otherProviders: [fake.provider] },
  );
});
beforeEach(async () => {
  payer = await newPayer(shop);
  fake.calls.length = 0;
  shop.provider.calls.length = 0;
});
afterAll(() => shop.close());

/** The same product with the fake provider for new payments. */
const contextOfFake = (...providers: Parameters<typeof providersOf>) => ({
  ...{ db: shop.db, queue: shop.queue, providers: providersOf(...providers) },
  ...{
    publicUrl: shop.url,
    receiptEmail: 'shop@example.ru',
    pollBackoffSeconds: [60],
    storeSubscribing: async () => {},
    paymentsPerHour: 100,
  },
  referralRules: { percent: 0, capMinor: 0, delayDays: 0 },
});

async function openAtFake(changes: object = {}) {
  const form = { amountMinor: 150_050, currency: 'RUB' as const, method: 'card' as const, ...changes };
  const { id } = await createPayment(contextOfFake(fake.provider, shop.providers.default), {
    ...{ organizationId: payer.organizationId, userId: payer.id, key: uuidv7(), form },
  });
  return { id, providerId: `fake-${id}` };
}

async function paidAtFake(changes: object = {}) {
  const payment = await openAtFake(changes);
  fake.pay(payment.providerId);
  await shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 });
  return payment;
}

async function refund(paymentId: string) {
  const sent = { params: { paymentId }, body: { amountMinor: 50, reason: 'Передумали' } };
  const { body } = await shop.call(refundPayment, sent, payer);
  const refundId = body.refunds[0]?.id as string;
  await shop.run(refundSettling, { refundId, attempt: 0 });
  return (await readPayment(shop, payer, paymentId)).refunds[0]?.status;
}

const notify = (provider: string, body: object, query = '') =>
  shop.app.inject({ method: 'POST', url: `/api/webhooks/${provider}${query}`, payload: body });

const moveTo = (paymentId: string, name: string) =>
  shop.db.queryText("update payments set provider = $2, provider_payment_id = 'at bank ' || id where id = $1", [
    paymentId,
    name,
  ]);

test('payments and refunds of two providers go to the one that made them, and never to the other', async () => {
  const real = await paidPayment(shop, payer);
  expect(fake.calls).toEqual([]);
  const callsOfReal = shop.provider.calls.length;
  const other = await paidAtFake();
  expect((await readPayment(shop, payer, other.id)).status).toBe('succeeded');
  expect(await refund(other.id)).toBe('succeeded');
  expect(shop.provider.calls.length).toBe(callsOfReal);
  // Jobs may repeat a call: its key is the same.
  const calls = ['create payment Пополнение баланса', `get payment ${other.providerId}`];
  expect(new Set(fake.calls)).toEqual(new Set([...calls, `create refund of ${other.providerId}`]));
  expect(await refund(real.id)).toBe('succeeded');
  expect(new Set(fake.calls).size).toBe(3);
  expect(shop.provider.calls.filter((call) => call.includes('fake'))).toEqual([]);
  expect(await balanceOf(shop, payer)).toEqual({ RUB: 2 * 150_050 - 100 });
});

test('the page to pay on expires when its provider says', async () => {
  const { id } = await openAtFake();
  const { createdAt, expiresAt } = await readPayment(shop, payer, id);
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(1200_000);
});

test('a payment that one provider never answered goes to review after that provider’s own key lifetime', async () => {
  const { id } = await openAtFake();
  await shop.db.queryText(
    "update payments set provider_payment_id = null, created_at = now() - interval '61 minutes' where id = $1",
    [id],
  );
  await shop.run(paymentSettling, { paymentId: id, attempt: 3 });
  expect(await readPayment(shop, payer, id)).toMatchObject({ status: 'review', reason: 'outcome_unknown' });
});

test('a notification is checked, read and acknowledged as its provider does it', async () => {
  const payment = await openAtFake();
  fake.pay(payment.providerId);
  const { password } = fake;
  const answer = await notify('fake', { password, what: 'payment', number: payment.providerId });
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'text/plain', 'OK']);
  await expect
    .poll(async () => (await readPayment(shop, payer, payment.id)).events.at(-1), { timeout: 10_000 })
    .toMatchObject({ status: 'succeeded', source: 'notification' });
  expect((await notify('fake', { password })).statusCode).toBe(400);
});

test('a notification of one provider with the secret of the other is refused', async () => {
  const payment = await openAtFake();
  fake.pay(payment.providerId);
  const body = { what: 'payment', number: payment.providerId };
  const query = `?secret=${encodeURIComponent(secret)}`;
  expect((await notify('fake', body, query)).statusCode).toBe(404);
  expect((await notify('fake', { ...body, password: secret }, query)).statusCode).toBe(404);
  const real = { event: 'payment.succeeded', object: { id: payment.providerId } };
  expect((await notify('yookassa', { ...real, password: fake.password })).statusCode).toBe(404);
  expect((await notify('yookassa', real, `?secret=${encodeURIComponent(fake.password)}`)).statusCode).toBe(404);
  expect((await notify('yookassa', real, query)).body).toBe('{"status":"ok"}');
  expect((await notify('nobody', body)).statusCode).toBe(404);
  expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
});

test('saved cards of two providers are charged side by side, by hand and by automatic top-up', async () => {
  await saveByPayment(shop, payer);
  await paidAtFake({ saveMethod: true });
  const cards = await cardsOf(shop, payer);
  const cardAtFake = cards.find(({ last4 }) => last4 === '1111')?.id as string;
  const cardAtReal = cards.find(({ last4 }) => last4 === '4444')?.id as string;
  fake.calls.length = 0;
  for (const paymentMethodId of [cardAtFake, cardAtReal])
    expect((await create(shop, payer, { paymentMethodId })).body.status).toBe('succeeded');
  expect(fake.calls).toEqual(['create payment Пополнение баланса']);
  const params = { organizationId: payer.organizationId };
  for (const [nth, paymentMethodId] of [cardAtFake, cardAtReal].entries()) {
    const terms = { ...autoTopUpTerms, thresholdMinor: 1_000_000 * (nth + 1), targetMinor: 1_100_000 * (nth + 1) };
    const { status } = await shop.call(setAutoTopUp, { params, body: { ...terms, paymentMethodId } }, payer);
    expect(status).toBe(200);
    await shop.db.queryText('update auto_top_ups set next_attempt_at = now()');
    await expect
      .poll(async () => (await shop.call(getAutoTopUp, { params }, payer)).body.attempts, { timeout: 10_000 })
      .toMatchObject(Array(nth + 1).fill({ status: 'succeeded' }));
  }
  expect(fake.calls).toEqual([
    'create payment Пополнение баланса',
    'create payment Пополнение баланса. Автопополнение',
  ]);
});

test('a card is bound at a provider that can do it, and at none where no provider can', async () => {
  const cap = { amountMinor: 1_000_000, currency: 'RUB' as const };
  const request = { organizationId: payer.organizationId, userId: payer.id, cap };
  const page = await bindCard(contextOfFake(fake.provider, shop.providers.default), request);
  expect(page).toContain(new URL(shop.env.YOOKASSA_API_URL as string).origin);
  await expect(bindCard(contextOfFake(fake.provider), request)).rejects.toMatchObject({ code: 'provider_silent' });
});

test('a payment of a provider that is not configured any more goes to review', async () => {
  const { id } = await openAtFake();
  await moveTo(id, 'gone');
  await shop.run(paymentSettling, { paymentId: id, attempt: 0 });
  expect(await readPayment(shop, payer, id)).toMatchObject({ status: 'review', reason: 'provider_unknown' });
});

test('a refund at a provider that is not configured any more waits for staff', async () => {
  const staff = await newStaff(shop, 'finance');
  const { id } = await paidPayment(shop, payer);
  await moveTo(id, 'gone');
  expect(await refund(id)).toBe('pending');
  const { items } = (await shop.call(listUndecidedRefunds, {}, staff)).body;
  expect(items.map(({ paymentId }) => paymentId)).toEqual([id]);
});
