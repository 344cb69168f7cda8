import { randomUUID } from 'node:crypto';
import { adjustBalance, listEntriesAsStaff } from '@kazna/contract/admin/balance';
import { listEntries } from '@kazna/contract/cabinet/balance';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newPayer, type Payer, paidPayment } from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

let shop: Shop;
let finance: SignedIn;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  finance = await newStaff(shop, 'finance', 'Фёдор');
});
beforeEach(async () => {
  payer = await newPayer(shop);
});
afterAll(() => shop.close());

const adjust = (amountMinor: number, reason: string, by = finance) =>
  shop.call(
    adjustBalance,
    { params: { organizationId: payer.organizationId }, body: { amountMinor, currency: 'RUB', reason } },
    { token: by.token, headers: { 'idempotency-key': randomUUID() } },
  );
const read = (query = {}, { organizationId } = payer, token = finance.token) =>
  shop.call(listEntriesAsStaff, { params: { organizationId }, query }, { token });

test('staff see ledger entries newest first, payments and their refunds with the id, corrections with author and reason', async () => {
  const { id } = await paidPayment(shop, payer, { amountMinor: 100_000 });
  await adjust(-25_050, 'Двойное зачисление');
  const refunded = { params: { paymentId: id }, body: { amountMinor: 10_000, reason: 'Передумали' } };
  expect((await shop.call(refundPayment, refunded, { token: payer.token })).status).toBe(201);
  await adjust(500, 'Бонус по письму');
  const { status, body } = await read();
  expect(status).toBe(200);
  const shown = body.items.map(({ kind, currency, amountMinor, paymentId, correction }) => {
    expect(currency).toBe('RUB');
    return [kind, amountMinor, paymentId, correction];
  });
  expect(shown).toEqual([
    ['adjustment', 500, null, { reason: 'Бонус по письму', operatorName: 'Фёдор', isUndoable: true }],
    ['refund', -10_000, id, null],
    ['adjustment', -25_050, null, { reason: 'Двойное зачисление', operatorName: 'Фёдор', isUndoable: true }],
    ['top_up', 100_000, id, null],
  ]);
});

test('a member sees the same entries, and of a correction the reason but not which member of staff made it', async () => {
  const { id } = await paidPayment(shop, payer, { amountMinor: 10_000 });
  await adjust(700, 'За простой в июле');
  const { organizationId, token } = payer;
  const { body } = await shop.call(listEntries, { params: { organizationId } }, { token });
  expect(body.items.map(({ kind, paymentId, description }) => [kind, paymentId, description])).toEqual([
    ['adjustment', null, 'За простой в июле'],
    ['top_up', id, null],
  ]);
  expect(JSON.stringify(body)).not.toMatch(/Фёдор/);
});

test('pages of entries neither repeat nor skip while more are made, and show nothing of another organization', async () => {
  const stranger = payer;
  await adjust(1, 'Чужая запись');
  payer = await newPayer(shop);
  for (let turn = 1; turn <= 5; turn += 1) await adjust(turn, 'Первые пять');
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read({ limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.body.items.map(({ amountMinor }) => amountMinor));
    cursor = page.body.nextCursor;
    await adjust(100, 'Потом');
  } while (cursor);
  expect(seen).toEqual([5, 4, 3, 2, 1]);
  expect((await read({}, stranger)).body.items).toHaveLength(1);
});

test('a deleted member of staff is not named in a correction, and the reason stays', async () => {
  const leaving = await newStaff(shop, 'finance', 'Уходящий');
  await adjust(900, 'Перед уходом', leaving);
  await shop.db.queryText('update users set deleted_at = now() where id = $1', [leaving.id]);
  expect((await read()).body.items).toMatchObject([{ correction: { reason: 'Перед уходом', operatorName: null } }]);
});

test('the ledger of a missing organization answers 404', async () => {
  expect(await read({}, { ...payer, organizationId: uuidv7() })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});
