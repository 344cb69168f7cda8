import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { closeWithMoney } from '../../../tests/support/close-with-money.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { ClosedOrganization, postTransfer } from './post-transfer.ts';
import type { Posting } from './posting.ts';
import { listEntries, readBalances, readRefundable } from './reads.ts';
import { InsufficientFunds } from './rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(() => database.remove());

async function fundedOrganization(amountMinor: number): Promise<string> {
  const id = uuidv7();
  await database.db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [id]);
  await post({ kind: 'top_up', from: 'clearing', to: { organizationId: id }, amountMinor });
  return id;
}

const post = (posting: Omit<Posting, 'key' | 'currency'>) =>
  database.db.transaction((tx) => postTransfer(tx, { ...posting, key: uuidv7(), currency: 'RUB' }));
const setAside = (id: string, amountMinor: number) =>
  post({ kind: 'hold', from: { organizationId: id }, to: { held: id }, amountMinor });
const capture = (id: string, amountMinor: number) =>
  post({ kind: 'hold_capture', from: { held: id }, to: 'revenue', amountMinor });
const release = (id: string, amountMinor: number, { key: undoes }: { key: string }) =>
  post({ kind: 'hold_release', from: { held: id }, to: { organizationId: id }, amountMinor, undoes });

async function amounts(id: string) {
  const { rows } = await database.db.queryText(
    "select balance_minor::int as held from ledger_accounts where organization_id = $1 and kind = 'held'",
    [id],
  );
  const [balance] = await readBalances(database.db, id);
  return { available: balance?.amountMinor, held: rows[0]?.held };
}

test('an amount set aside leaves the balance; a part is captured, the rest is released, and the books agree', async () => {
  const id = await fundedOrganization(1000);
  const hold = await setAside(id, 600);
  expect(await amounts(id)).toEqual({ available: 400, held: 600 });
  expect(await readRefundable(database.db, id, 'RUB')).toBe(400);
  await expect(post({ kind: 'charge', from: { organizationId: id }, to: 'revenue', amountMinor: 401 })).rejects.toThrow(
    InsufficientFunds,
  );
  await capture(id, 250);
  await release(id, 350, hold);
  expect(await amounts(id)).toEqual({ available: 750, held: 0 });
  expect(await readRefundable(database.db, id, 'RUB')).toBe(750);
  const { items } = await listEntries(database.db, id, { limit: 10 });
  expect(items.map(({ amountMinor, balanceAfterMinor }) => [amountMinor, balanceAfterMinor])).toEqual([
    [350, 750],
    [-600, 400],
    [1000, 1000],
  ]);
  expect(await checkLedger(database.db)).toEqual([]);
});

test('neither more than the balance can be set aside nor more than was set aside captured or released', async () => {
  const id = await fundedOrganization(1000);
  await expect(setAside(id, 1001)).rejects.toBeInstanceOf(InsufficientFunds);
  const hold = await setAside(id, 300);
  await expect(capture(id, 301)).rejects.toBeInstanceOf(InsufficientFunds);
  await expect(release(id, 301, hold)).rejects.toBeInstanceOf(InsufficientFunds);
  expect(await amounts(id)).toEqual({ available: 700, held: 300 });
});

test('nothing is set aside in a closed organization', async () => {
  const id = await fundedOrganization(1000);
  await closeWithMoney(database.db, id);
  await expect(setAside(id, 1)).rejects.toBeInstanceOf(ClosedOrganization);
});

test('a credit limit lets the balance go below zero by that much and no further, and never makes cash', async () => {
  const id = await fundedOrganization(100);
  const charge = (amountMinor: number) =>
    post({ kind: 'charge', from: { organizationId: id }, to: 'revenue', amountMinor });
  await database.db.queryText('update ledger_accounts set credit_limit_minor = 50 where organization_id = $1', [id]);
  await expect(charge(151)).rejects.toBeInstanceOf(InsufficientFunds);
  await charge(150);
  expect(await amounts(id)).toMatchObject({ available: -50 });
  expect(await readRefundable(database.db, id, 'RUB')).toBe(0);
  const withdraw = 'update ledger_accounts set credit_limit_minor = 49 where organization_id = $1';
  await expect(database.db.queryText(withdraw, [id])).rejects.toThrow('ledger_accounts_no_overdraft');
  expect(await checkLedger(database.db)).toEqual([]);
});

test('the database itself keeps an amount set aside from going below zero', async () => {
  const id = await fundedOrganization(100);
  await setAside(id, 10);
  const overdraw = "update ledger_accounts set balance_minor = -1 where organization_id = $1 and kind = 'held'";
  await expect(database.db.queryText(overdraw, [id])).rejects.toThrow('ledger_accounts_no_overdraft');
});
