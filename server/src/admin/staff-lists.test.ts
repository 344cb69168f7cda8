import { getOrganizationTotals, listAllOrganizations } from '@kazna/contract/admin/organizations';
import { getAllPaymentTotals, listAllPayments } from '@kazna/contract/admin/payments';
import { getAllRefundTotals, listAllRefunds } from '@kazna/contract/admin/refunds';
import { listUsers } from '@kazna/contract/admin/users';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { newPayer, type Payer, type SeededPayment, seedPayments } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { readCsv } from '../../tests/support/table-files.ts';
import { insertRefund } from '../payments/refunds/refunds-store.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

let shop: Shop;
let staff: SignedIn;
let payers: Payer[];
let payments: SeededPayment[][];

beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  staff = await newStaff(shop, 'support');
  payers = [await newPayer(shop), await newPayer(shop)];
  const minute = 60_000;
  payments = await Promise.all(
    payers.map((payer, of) =>
      seedPayments(shop, payer, 30, (index) => ({
        amountMinor: 1000 * (index + 1) + of,
        createdAt: new Date(Date.now() - (index * 2 + of) * minute),
        status: index % 3 === 0 ? 'succeeded' : 'canceled',
      })),
    ),
  );
  const names = ['ООО «Яблоко»', 'ООО «Берёза»'];
  for (const [at, { organizationId }] of payers.entries()) {
    await shop.db.queryText('update organizations set name = $2, kind = $3 where id = $1', [
      organizationId,
      names[at],
      'company',
    ]);
  }
});
afterAll(() => shop.close());

const as = () => ({ token: staff.token });
const paymentsBy = async (query: object) => (await shop.call(listAllPayments, { query } as never, as())).body;
const refundsBy = async (query: object) => (await shop.call(listAllRefunds, { query } as never, as())).body;

/** All pages of three, as the ids in order. */
async function walk(list: (query: object) => Promise<{ items: { id: string }[]; nextCursor: string | null }>) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 7, ...(cursor && { cursor }) });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return ids;
}

test("pages of all payments hold each payment once, the newest first, whoever's it is", async () => {
  const newestFirst = payments.flat().toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  expect(await walk(paymentsBy)).toEqual(newestFirst.map(({ id }) => id));
});

test('staff find payments by number, sum, organization, its name, state and time, and the totals are of what is found', async () => {
  const [, birch] = payers as [Payer, Payer];
  const [apples, birches] = payments as [SeededPayment[], SeededPayment[]];
  const one = birches[4] as SeededPayment;
  const { items } = await paymentsBy({ q: one.id });
  expect(items.map(({ id }) => id)).toEqual([one.id]);
  expect((await paymentsBy({ q: `К-${items[0]?.number}` })).items.map(({ id }) => id)).toEqual([one.id]);
  const bySum = await paymentsBy({ amountMin: 5001, amountMax: 5001 });
  expect(bySum.items.map(({ id }) => id)).toEqual([one.id]);
  for (const query of [{ q: 'берёза' }, { organizationId: birch.organizationId }]) {
    expect(await walk((page) => paymentsBy({ ...query, ...page }))).toEqual(birches.map(({ id }) => id));
  }
  const newest = { from: apples[2]?.createdAt.toISOString() };
  expect((await paymentsBy({ ...newest, status: 'succeeded' })).items).toHaveLength(2);
  const { body: totals } = await shop.call(getAllPaymentTotals, { query: { q: 'берёза' } } as never, as());
  const sumOf = (isPaid: boolean) =>
    birches.filter((_, index) => (index % 3 === 0) === isPaid).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect(totals).toEqual({
    count: 30,
    isCut: false,
    items: [
      expect.objectContaining({ currency: 'RUB', paidMinor: sumOf(true), pendingMinor: 0, failedMinor: sumOf(false) }),
    ],
  });
});

test('a file of all payments has the organizations and just the payments that the filters select', async () => {
  const url = `/api/admin/payments/export?format=csv&status=succeeded&q=${encodeURIComponent('яблоко')}`;
  const { statusCode, payload } = await shop.app.inject({ url, headers: { authorization: `Bearer ${staff.token}` } });
  expect(statusCode).toBe(200);
  const [, ...rows] = readCsv(payload);
  expect(rows).toHaveLength(10);
  expect(new Set(rows.map(([organization]) => organization))).toEqual(new Set(['ООО «Яблоко»']));
});

test('all refunds are found by the payment, the sum and the state, and wait for a decision where they do', async () => {
  const [payer] = payers as [Payer];
  const paid = payments[0]?.filter((_, index) => index % 3 === 0) ?? [];
  const refunds = paid.map(({ id }, index) => ({ id: uuidv7(), paymentId: id, amountMinor: 100 * (index + 1) }));
  for (const refund of refunds) {
    await insertRefund(shop.db, { ...refund, reason: 'Ошиблись', requestedBy: payer.id, isByStaff: false });
  }
  await shop.db.queryText("update refunds set status = 'succeeded' where amount_minor <= 300");
  await shop.db.queryText(
    "update refunds set asked_at = now() - interval '2 days', key_expires_at = now() where amount_minor = 500",
  );
  expect((await walk(refundsBy)).toSorted()).toEqual(refunds.map(({ id }) => id).toSorted());
  const [one] = refunds;
  const number = (await paymentsBy({ q: one?.paymentId })).items[0]?.number;
  expect((await refundsBy({ q: `К-${number}` })).items.map(({ id }) => id)).toEqual([one?.id]);
  expect((await refundsBy({ status: 'succeeded' })).items).toHaveLength(3);
  expect((await refundsBy({ amountMin: 500, amountMax: 500 })).items).toMatchObject([{ awaitsDecision: true }]);
  const { body } = await shop.call(getAllRefundTotals, { query: { q: 'яблоко' } } as never, as());
  expect(body.items).toEqual([expect.objectContaining({ returnedMinor: 600, pendingMinor: 4900, canceledMinor: 0 })]);
});

test('organizations go by balance, by debt and by name page by page, and empty personal accounts stay out when asked', async () => {
  await shop.db.queryText("update organizations set name = 'Личный счёт' where kind = 'person'");
  const list = async (query: object) => (await shop.call(listAllOrganizations, { query } as never, as())).body;
  const balances = [300, -500, 700, 700];
  const ids: string[] = [];
  for (const balance of balances) {
    const id = uuidv7();
    ids.push(id);
    const name = `ООО «Порядок ${balance} ${ids.length}»`;
    await shop.db.queryText("insert into organizations (id, kind, name) values ($1, 'company', $2)", [id, name]);
    await shop.db.queryText(
      `insert into ledger_accounts (id, organization_id, kind, currency, balance_minor, credit_limit_minor, bonus_minor)
       values ($1, $2, 'organization', 'RUB', $3, 1000, greatest($3::bigint, 0))`,
      [uuidv7(), id, balance],
    );
  }
  const [first, debtor, one, other] = ids as [string, string, string, string];
  const order = async (sort: string) =>
    (await walk((page) => list({ q: 'порядок', sort, ...page, limit: 2 }))).map((id) => ids.indexOf(id));
  expect(await order('balance')).toEqual([other, one, first, debtor].map((id) => ids.indexOf(id)));
  expect(await order('debt')).toEqual([debtor, first, one, other].map((id) => ids.indexOf(id)));
  expect(await order('name')).toEqual([1, 0, 2, 3]);
  const personal = async (query: object) => (await list({ kind: 'person', limit: 100, ...query })).items;
  expect((await personal({})).length).toBeGreaterThan(0);
  expect(await personal({ empty: 'hide' })).toEqual([]);
  const { body } = await shop.call(getOrganizationTotals, { query: { q: 'порядок' } }, as());
  expect(body).toEqual({ count: 4, items: [{ currency: 'RUB', balanceMinor: 1200, debtMinor: 500 }] });
});

test('a personal account and its payments are found and named by whose it is', async () => {
  const owner = await newPayer(shop);
  const { organizationId } = owner;
  await shop.db.queryText("update organizations set name = 'Личный счёт' where id = $1", [organizationId]);
  await shop.db.queryText("update users set name = 'Аглая Синичкина' where id = $1", [owner.id]);
  const [payment] = await seedPayments(shop, owner, 1, () => ({ status: 'succeeded' }));
  const refund = { id: uuidv7(), paymentId: payment?.id as string, amountMinor: 100, reason: 'Ошиблись' };
  await insertRefund(shop.db, { ...refund, requestedBy: owner.id, isByStaff: false });
  const q = 'синичкина';
  const organizations = await shop.call(listAllOrganizations, { query: { q } } as never, as());
  expect(organizations.body.items.map(({ id }) => id)).toEqual([organizationId]);
  expect((await paymentsBy({ q })).items).toMatchObject([{ id: payment?.id, organizationName: 'Аглая Синичкина' }]);
  expect((await refundsBy({ q })).items).toMatchObject([{ id: refund.id, organizationName: 'Аглая Синичкина' }]);
});

test('people go by name page by page', async () => {
  const list = async (query: object) => (await shop.call(listUsers, { query } as never, as())).body;
  const ids = await walk((page) => list({ sort: 'name', ...page, limit: 2 }));
  const { rows } = await shop.db.queryText('select id from users order by lower(name), id');
  expect(ids).toEqual(rows.map(({ id }) => id));
});
