import { listAllAudit } from '@kazna/contract/admin/audit';
import { getOverview } from '@kazna/contract/admin/overview';
import * as contract from '@kazna/contract/admin/refunds';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { balanceOf, newPayer, type Payer, paidPayment, readPayment } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

let shop: Shop;
let finance: SignedIn;
let payer: Payer;
let payment: { id: string };
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  finance = await newStaff(shop, 'finance');
});
beforeEach(async () => {
  payer = await newPayer(shop);
  payment = await paidPayment(shop, payer, { amountMinor: 100_000 });
  await shop.provider.misbehave({ on: 'refund', do: 'error_500_before', times: 1000 });
});
afterEach(async () => {
  await shop.provider.behave();
  await shop.db.queryText(
    "update refunds set asked_at = now(), key_expires_at = now() + interval '1 hour' where status = 'pending'",
  );
  expect(await checkLedger(shop.db)).toEqual([]);
});
afterAll(() => shop.close());

const reason = 'Сверено с личным кабинетом платёжной системы';
const here = () => ({ token: finance.token });
const undecided = async () => (await shop.call(contract.listUndecidedRefunds, {}, here())).body.items;
const waiting = async () => (await shop.call(getOverview, {}, here())).body.attention.silentRefunds;
const resolve = (refundId: string, status: 'succeeded' | 'canceled') =>
  shop.call(contract.resolveRefund, { params: { refundId }, body: { status, reason } }, here());
const balance = async () => (await balanceOf(shop, payer)).RUB;
const refunds = async () => (await readPayment(shop, payer, payment.id)).refunds.map(({ status }) => status);

async function startRefund(amountMinor: number): Promise<string> {
  const sent = { params: { paymentId: payment.id }, body: { amountMinor, reason: 'Передумали' } };
  const { body } = await shop.call(refundPayment, sent, { token: payer.token });
  return body.refunds.at(-1)?.id as string;
}

async function undecidedRefund(amountMinor: number): Promise<string> {
  const id = await startRefund(amountMinor);
  await shop.db.queryText(
    "update refunds set asked_at = now() - interval '1 day', key_expires_at = now() where id = $1",
    [id],
  );
  return id;
}

test('a refund waits for staff only after the provider did not answer for a day', async () => {
  const id = await startRefund(10_000);
  expect([await undecided(), await waiting()]).toEqual([[], 0]);
  expect((await resolve(id, 'canceled')).body).toMatchObject({ code: 'refund_already_decided' });
  expect([await refunds(), await balance()]).toEqual([['pending'], 90_000]);
});

test('refunds that wait for staff are listed with their ids at the provider, the oldest first, by pages', async () => {
  const ids = [await undecidedRefund(10_000), await undecidedRefund(20_000), await undecidedRefund(30_000)];
  const items = await undecided();
  expect([items.map(({ id }) => id), await waiting()]).toEqual([ids, 3]);
  expect(items[0]).toMatchObject({
    paymentId: payment.id,
    organizationId: payer.organizationId,
    amountMinor: 10_000,
    currency: 'RUB',
    reason: 'Передумали',
  });
  const first = await shop.call(contract.listUndecidedRefunds, { query: { limit: 2 } }, here());
  const cursor = first.body.nextCursor as string;
  const second = await shop.call(contract.listUndecidedRefunds, { query: { limit: 2, cursor } }, here());
  expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['succeeded', 60_000],
  ['canceled', 100_000],
] as const)(
  'a refund that staff resolve as %s leaves the balance at %d, is in timeline and audit log, and is resolved once',
  async (status, left) => {
    const id = await undecidedRefund(40_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => resolve(id, status)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 409, 409, 409, 409]);
    expect([await balance(), await refunds(), await undecided()]).toEqual([left, [status], []]);
    const { events } = await readPayment(shop, payer, payment.id);
    expect(events.at(-1)).toMatchObject({ kind: `refund_${status}`, source: 'operator', reason });
    const query = { organizationId: payer.organizationId, actorId: finance.id };
    const { body } = await shop.call(listAllAudit, { query }, here());
    expect(body.items).toMatchObject([
      { action: 'refund.resolved', details: { status, reason, amountMinor: '40000', currency: 'RUB' } },
    ]);
  },
);

test('resolving an unknown refund answers 404', async () => {
  expect((await resolve(uuidv7(), 'succeeded')).status).toBe(404);
});
