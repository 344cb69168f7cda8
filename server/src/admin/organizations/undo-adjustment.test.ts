import { randomUUID } from 'node:crypto';
import { listAllAudit } from '@kazna/contract/admin/audit';
import { adjustBalance, listEntriesAsStaff } from '@kazna/contract/admin/balance';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { balanceOf, newPayer, type Payer, paidPayment } from '../../../tests/support/payments.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

const shop = shopForThisFile();
let finance: SignedIn;
let payer: Payer;
beforeAll(async () => {
  finance = await newStaff(shop, 'finance');
});
beforeEach(async () => {
  payer = await newPayer(shop);
});

const adjust = (amountMinor: number, undoes?: string, currency: 'RUB' | 'USD' = 'RUB', { organizationId } = payer) =>
  shop.call(
    adjustBalance,
    {
      params: { organizationId },
      body: { amountMinor, currency, reason: 'Ошибка в сумме', ...(undoes && { undoes }) },
    },
    { token: finance.token, headers: { 'idempotency-key': randomUUID() } },
  );
const entries = async () =>
  (await shop.call(listEntriesAsStaff, { params: { organizationId: payer.organizationId } }, finance)).body.items;
const newest = async () => (await entries())[0]?.id as string;
const balance = async () => (await balanceOf(shop, payer)).RUB ?? 0;
const refused = { code: 'adjustment_not_undoable' };

async function corrected(amountMinor: number): Promise<string> {
  expect((await adjust(amountMinor)).status).toBe(201);
  return newest();
}

test.each([5_000, -5_000])(
  'a correction by %d is undone by its opposite, once, and is marked so',
  async (amountMinor) => {
    await corrected(7_000);
    const id = await corrected(amountMinor);
    const answers = await Promise.all(Array.from({ length: 4 }, () => adjust(-amountMinor, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(refused);
    expect(await balance()).toBe(7_000);
    expect((await entries()).map(({ correction }) => correction?.isUndoable)).toEqual([false, false, true]);
    const { items } = (await shop.call(listAllAudit, { query: { organizationId: payer.organizationId } }, finance))
      .body;
    expect(items[0]).toMatchObject({ action: 'balance.adjusted', details: { undoes: id, reason: 'Ошибка в сумме' } });
  },
);

test('the journal of staff names a personal account by its owner', async () => {
  await corrected(5_000);
  const { organizationId } = payer;
  const { body } = await shop.call(listAllAudit, { query: { organizationId, limit: 1 } }, finance);
  expect(body.items).toMatchObject([{ action: 'balance.adjusted', organizationName: 'Мария' }]);
});

test('a correction that undoes another is not undone itself', async () => {
  const id = await corrected(5_000);
  await adjust(-5_000, id);
  expect((await adjust(5_000, await newest())).body).toMatchObject(refused);
  expect(await balance()).toBe(0);
});

test('a correction is undone by nothing but the opposite amount in its currency, and the refusal says so', async () => {
  const id = await corrected(5_000);
  for (const [amountMinor, currency] of [[-4_999, 'RUB'] as const, [5_000, 'RUB'] as const, [-5_000, 'USD'] as const]) {
    const { status, body } = await adjust(amountMinor, id, currency);
    expect([status, body]).toMatchObject([409, { ...refused, detail: expect.stringContaining('только целиком') }]);
  }
  expect(await balance()).toBe(5_000);
});

test('a correction of another organization, another movement and an unknown one answer 404', async () => {
  await paidPayment(shop, payer, { amountMinor: 10_000 });
  const topUp = await newest();
  const foreign = await corrected(5_000);
  const other = await newPayer(shop);
  expect((await adjust(-10_000, topUp)).status).toBe(404);
  expect((await adjust(-5_000, uuidv7())).status).toBe(404);
  expect((await adjust(-5_000, foreign, 'RUB', other)).status).toBe(404);
});

test('a correction whose money is spent cannot be undone', async () => {
  const id = await corrected(5_000);
  await corrected(-1);
  expect((await adjust(-5_000, id)).body).toMatchObject({ code: 'insufficient_balance' });
  expect((await entries()).at(-1)?.correction?.isUndoable).toBe(true);
});
