import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { listEntries } from './list-entries.ts';
import { postTransfer } from './post-transfer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'));
  await migrate(database.db);
});
afterAll(() => database.remove());

async function newOrganization({ db }: TestDatabase): Promise<string> {
  const id = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'person', 'Личный счёт')", [id]);
  return id;
}

test('of transfers that compete for an account, each entry leaves the balance before it plus its amount', async () => {
  const { db } = database;
  const organizationId = await newOrganization(database);
  const ours = { organizationId };
  const post = (amountMinor: number) =>
    db.transaction(async (tx) => {
      // The transaction's time is taken here, well before the lock: they overlap in every order.
      await tx.queryText('select pg_sleep(random() * 0.02)');
      const way = amountMinor > 0 ? { from: 'clearing' as const, to: ours } : { from: ours, to: 'revenue' as const };
      const posting = { key: uuidv7(), amountMinor: Math.abs(amountMinor), currency: 'RUB' as const, ...way };
      return postTransfer(tx, { ...posting, kind: amountMinor > 0 ? 'top_up' : 'charge' });
    });
  await post(100_000);
  await Promise.all(Array.from({ length: 40 }, (_, index) => post(index % 3 === 0 ? -(index + 1) : index + 1)));
  const { items } = await listEntries(db, organizationId, { limit: 100 });
  expect(items).toHaveLength(41);
  let balance = 0;
  for (const { amountMinor, balanceAfterMinor } of items.toReversed()) {
    balance += amountMinor;
    expect(balanceAfterMinor).toBe(balance);
  }
  expect(await checkLedger(db)).toEqual([]);
});

test.each([
  'update ledger_entries set balance_after_minor = 0',
  'delete from ledger_entries',
  'truncate ledger_entries',
])('the database refuses to %s', async (statement) => {
  await expect(database.db.queryText(statement)).rejects.toThrow('ledger_entries only appends');
});

test('a filled database of the first stage gets an entry and a balance for every old movement', async () => {
  const old = await openTestDatabase(inject('databaseUrl'));
  const directory = join(import.meta.dirname, '../../platform/db/migrations');
  await old.db.queryText('create table migrations (name text primary key, applied_at timestamptz default now())');
  for (const name of (await readdir(directory)).sort().filter((one) => one.localeCompare('0020') < 0)) {
    await old.db.queryText(await readFile(join(directory, name), 'utf8'));
    await old.db.queryText('insert into migrations (name) values ($1)', [name]);
  }
  const organizationId = await newOrganization(old);
  await old.db.queryText(
    `with accounts as (
       insert into ledger_accounts (id, kind, organization_id, currency, balance_minor)
       values (gen_random_uuid(), 'organization', $1, 'RUB', 650), (gen_random_uuid(), 'clearing', null, 'RUB', -900),
         (gen_random_uuid(), 'corrections', null, 'RUB', 250)
       returning id, kind
     ), transfers as (
       insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, created_at)
       select gen_random_uuid(), t.kind, t.kind, d.id, c.id, t.amount, now() - t.age
       from (values ('top_up', 'clearing', 'organization', 1000, interval '3 days'),
         ('refund', 'organization', 'clearing', 100, interval '2 days'),
         ('adjustment', 'organization', 'corrections', 250, interval '1 day')) t (kind, debit, credit, amount, age)
       join accounts d on d.kind = t.debit join accounts c on c.kind = t.credit
       returning *
     )
     insert into ledger_daily_totals (account_id, day, credited_minor, debited_minor)
     select account_id, day, sum(credited), sum(debited) from (
       select credit_account_id as account_id, (created_at at time zone 'Europe/Moscow')::date as day,
         amount_minor as credited, 0 as debited from transfers
       union all
       select debit_account_id, (created_at at time zone 'Europe/Moscow')::date, 0, amount_minor from transfers
     ) moves group by 1, 2`,
    [organizationId],
  );
  await migrate(old.db);
  const { items } = await listEntries(old.db, organizationId, { limit: 10 });
  expect(items.map(({ kind, amountMinor, balanceAfterMinor }) => [kind, amountMinor, balanceAfterMinor])).toEqual([
    ['adjustment', -250, 650],
    ['refund', -100, 900],
    ['top_up', 1000, 1000],
  ]);
  expect(await checkLedger(old.db)).toEqual([]);
  await old.remove();
});
