import { randomUUID } from 'node:crypto';
import { adjustBalance } from '@kazna/contract/admin/balance';
import { refundPaymentAsStaff } from '@kazna/contract/admin/payments';
import { getBalance, getEntryTotals, listEntries } from '@kazna/contract/cabinet/balance';
import { getDashboard } from '@kazna/contract/cabinet/dashboard';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { createCharge, refundCharge } from '@kazna/contract/v1/charges';
import { createHold, releaseHold } from '@kazna/contract/v1/holds';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { callerWith, topUp } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { newPayer, type Payer, paidPayment, readPayment } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import { refundSettling } from '../payments/refunds/settle-refund.ts';

let shop: Shop;
let finance: SignedIn;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  finance = await newStaff(shop, 'finance', 'Фёдор');
});
beforeEach(async () => {
  payer = await newPayer(shop);
  await shop.db.queryText("update users set name = 'Анна' where id = $1", [payer.id]);
});
afterAll(() => shop.close());

const list = async ({ organizationId, token } = payer, query = {}) =>
  (await shop.call(listEntries, { params: { organizationId }, query }, { token })).body.items;
const readOperations = async () =>
  (await list()).map(({ kind, amountMinor, balanceAfterMinor, description, actorName, isByStaff, paymentId }) => [
    ...[kind, amountMinor, balanceAfterMinor],
    ...[description, isByStaff ? 'staff' : actorName, paymentId],
  ]);

test('an operation has kind, description, actor, balance after it and its payment', async () => {
  const { id } = await paidPayment(shop, payer, { amountMinor: 100_000, description: 'Связь за май' });
  const params = { paymentId: id };
  const { token, organizationId } = payer;
  await shop.call(refundPayment, { params, body: { amountMinor: 1000, reason: 'Передумали' } }, { token });
  const options = { token: finance.token };
  await shop.call(refundPaymentAsStaff, { params, body: { amountMinor: 200, reason: 'По письму' } }, options);
  await shop.call(
    adjustBalance,
    { params: { organizationId }, body: { amountMinor: -300, currency: 'RUB', reason: 'Услуги за май' } },
    { ...options, headers: { 'idempotency-key': randomUUID() } },
  );
  expect(await readOperations()).toEqual([
    ['adjustment', -300, 98_500, 'Услуги за май', 'staff', null],
    ['refund', -200, 98_800, 'По письму', 'staff', id],
    ['refund', -1000, 99_000, 'Передумали', 'Анна', id],
    ['top_up', 100_000, 100_000, 'Связь за май', 'Анна', id],
  ]);
  expect(JSON.stringify(await list())).not.toContain('Фёдор');
});

test('refunds of one payment by a member and by staff at the same moment keep their own authors and reasons', async () => {
  const { id } = await paidPayment(shop, payer, { amountMinor: 100_000, description: 'Связь за май' });
  const params = { paymentId: id };
  const { token } = payer;
  await shop.call(refundPayment, { params, body: { amountMinor: 1000, reason: 'Передумали' } }, { token });
  const options = { token: finance.token };
  await shop.call(refundPaymentAsStaff, { params, body: { amountMinor: 200, reason: 'По письму' } }, options);
  for (const table of ['refunds', 'payment_events'])
    await shop.db.queryText(`update ${table} set created_at = '2026-11-01' where payment_id = $1`, [id]);
  expect((await readOperations()).slice(0, 2)).toEqual([
    ['refund', -200, 98_800, 'По письму', 'staff', id],
    ['refund', -1000, 99_000, 'Передумали', 'Анна', id],
  ]);
});

test('the search does not find staff by name, and its totals equal its list', async () => {
  await paidPayment(shop, payer, { amountMinor: 5000, description: 'Связь' });
  const { organizationId, token } = payer;
  await shop.call(
    adjustBalance,
    { params: { organizationId }, body: { amountMinor: 100, currency: 'RUB', reason: 'Извинения' } },
    { token: finance.token, headers: { 'idempotency-key': randomUUID() } },
  );
  expect(await list(payer, { q: 'Фёдор' })).toEqual([]);
  expect((await list(payer, { q: 'анна' })).map(({ kind }) => kind)).toEqual(['top_up']);
  const { body } = await shop.call(getEntryTotals, { params: { organizationId }, query: { q: 'извин' } }, { token });
  expect(body).toEqual({
    count: 1,
    items: [{ currency: 'RUB', kind: 'adjustment', count: 1, inMinor: 100, outMinor: 0 }],
  });
});

test('a canceled refund appears as a reversal operation', async () => {
  const payment = await paidPayment(shop, payer, { amountMinor: 10_000 });
  const body = { amountMinor: 4000, reason: 'Ошибка' };
  shop.provider.refuse(true);
  await shop.call(refundPayment, { params: { paymentId: payment.id }, body }, { token: payer.token });
  const { refunds } = await readPayment(shop, payer, payment.id);
  await shop.run(refundSettling, { refundId: refunds[0]?.id as string, attempt: 0 });
  await expect.poll(async () => (await readPayment(shop, payer, payment.id)).refunds[0]?.status).toBe('canceled');
  shop.provider.refuse(false);
  expect(await readOperations()).toEqual([
    ['refund_reversal', 4000, 10_000, 'Ошибка', null, payment.id],
    ['refund', -4000, 6000, 'Ошибка', 'Анна', payment.id],
    ['top_up', 10_000, 10_000, null, 'Анна', payment.id],
  ]);
});

test('a bonus reveals nothing of the payment that earned it', async () => {
  const { id } = await paidPayment(shop, await newPayer(shop), { amountMinor: 100_000, description: 'Чужое' });
  const to = { organizationId: payer.organizationId };
  const bonus = { key: `bonus:${id}`, kind: 'bonus' as const, amountMinor: 10_000, currency: 'RUB' as const };
  await shop.db.transaction((tx) => postTransfer(tx, { ...bonus, from: 'bonuses', to, sourceId: id }));
  expect(await readOperations()).toEqual([['bonus', 10_000, 10_000, null, null, null]]);
  expect(await list(payer, { q: id })).toEqual([]);
  expect(await list(payer, { q: 'Чужое' })).toEqual([]);
});

test('charges, their refunds and holds are described by service and purpose, and what is held stands beside the balance', async () => {
  const { organizationId, token } = payer;
  await topUp(shop, organizationId, 10_000);
  const call = callerWith(shop, (await newKey(shop)).key);
  const about = { organizationId, currency: 'RUB' as const };
  const charged = { ...about, amountMinor: 3000, service: 'Хостинг', description: 'тариф за ноябрь' };
  const { body: charge } = await call(createCharge, { body: charged });
  await call(refundCharge, { params: { chargeId: charge.id }, body: { amountMinor: 1000, reason: 'Простой' } });
  const set = { ...about, amountMinor: 2500, description: 'Сервер на сутки' };
  const { body: first } = await call(createHold, { body: set });
  await call(createHold, { body: { ...set, amountMinor: 700 } });
  await call(releaseHold, { params: { holdId: first.id } });
  expect((await list()).map(({ kind, amountMinor, description }) => [kind, amountMinor, description])).toEqual([
    ['hold_release', 2500, 'Сервер на сутки'],
    ['hold', -700, 'Сервер на сутки'],
    ['hold', -2500, 'Сервер на сутки'],
    ['charge_refund', 1000, 'Хостинг: тариф за ноябрь'],
    ['charge', -3000, 'Хостинг: тариф за ноябрь'],
    ['top_up', 10_000, null],
  ]);
  expect((await list(payer, { q: 'хостинг' })).map(({ kind }) => kind)).toEqual(['charge_refund', 'charge']);
  const params = { organizationId };
  const balances = [{ currency: 'RUB', amountMinor: 7300, heldMinor: 700 }];
  expect((await shop.call(getBalance, { params }, { token })).body.items).toEqual(balances);
  const { body: dashboard } = await shop.call(getDashboard, { params }, { token });
  expect(dashboard).toMatchObject({ balances, total: { inMinor: 11_000, outMinor: 3000 }, returnedMinor: 0 });
  expect(dashboard.series.at(-1)).toMatchObject({ inMinor: 11_000, outMinor: 3000, balanceMinor: 7300 });
  const kindsOf = async (direction: 'in' | 'out') => (await list(payer, { direction })).map(({ kind }) => kind);
  expect([await kindsOf('in'), await kindsOf('out')]).toEqual([['charge_refund', 'top_up'], ['charge']]);
});

test("another organization's entry as a cursor returns nothing", async () => {
  await paidPayment(shop, payer, { amountMinor: 10_000 });
  const stranger = await newPayer(shop);
  await paidPayment(shop, stranger, { amountMinor: 10_000 });
  const [foreign] = await list(stranger);
  expect(await list(payer, { cursor: foreign?.id })).toEqual([]);
});
