import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { watchStatements } from '../../../tests/support/statements.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { postTransfer, postTransfers } from './post-transfer.ts';
import type { Posting } from './posting.ts';
import { readBalances, readSystemBalances } from './reads.ts';
import { InsufficientFunds } from './rules.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

async function newOrganization(): Promise<{ organizationId: string }> {
  const organizationId = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  return { organizationId };
}

const topUp = (to: Posting['to'], amountMinor: number): Posting => ({
  ...{ key: uuidv7(), kind: 'top_up', from: 'clearing', to, amountMinor, currency: 'RUB' },
});
const charge = (from: Posting['from'], amountMinor: number): Posting => ({
  ...{ key: uuidv7(), kind: 'charge', from, to: 'revenue', amountMinor, currency: 'RUB' },
});

describe('while a transaction on one organization is open', () => {
  test("another organization's first top-up, charge and batch go through", async () => {
    const [slow, quick] = [await newOrganization(), await newOrganization()];
    await db.transaction(async (open) => {
      await postTransfer(open, topUp(slow, 1000));
      await postTransfer(open, charge(slow, 400));
      await db.transaction((tx) => postTransfer(tx, topUp(quick, 500)));
      await db.transaction((tx) => postTransfer(tx, charge(quick, 100)));
      await db.transaction((tx) => postTransfers(tx, [topUp(quick, 50), charge(quick, 20)]));
      expect(await readBalances(db, quick.organizationId)).toEqual([
        { currency: 'RUB', amountMinor: 430, heldMinor: 0 },
      ]);
    });
    expect(await readBalances(db, slow.organizationId)).toEqual([{ currency: 'RUB', amountMinor: 600, heldMinor: 0 }]);
  });

  test('no row of a system account and no sum by day of one is locked, and its own account is', async () => {
    const organization = await newOrganization();
    await db.transaction(async (open) => {
      const bonus: Posting = { ...topUp(organization, 10), kind: 'bonus', from: 'bonuses' };
      const correction: Posting = { ...topUp(organization, 10), kind: 'adjustment', from: 'corrections' };
      await postTransfers(open, [topUp(organization, 1000), bonus, correction, charge(organization, 400)]);
      const lockable = async (condition: string) => {
        const { rows } = await db.queryText(
          `select count(*)::int as n from (select from ledger_accounts where ${condition} for update skip locked) a`,
        );
        return rows[0]?.n;
      };
      const all = await db.queryText('select count(*)::int as n from ledger_accounts where organization_id is null');
      expect(await lockable('organization_id is null')).toBe(all.rows[0]?.n);
      expect(await lockable(`organization_id = '${organization.organizationId}'`)).toBe(0);
      // xmax is set by any lock or update of a row: nobody has ever locked these but the statement above.
      const sums = await open.queryText(
        'select from ledger_daily_totals t join ledger_accounts a on a.id = t.account_id where a.organization_id is null',
      );
      expect(sums.rows).toEqual([]);
    });
  });

  test('a transfer writes neither to a system account nor locks it: its row stays the version it was', async () => {
    const versions =
      'select id, xmin::text, xmax::text, ctid::text from ledger_accounts where organization_id is null order by id';
    const before = await db.queryText(versions);
    const organization = await newOrganization();
    await db.transaction((tx) => postTransfers(tx, [topUp(organization, 1000), charge(organization, 1)]));
    expect((await db.queryText(versions)).rows).toEqual(before.rows);
  });
});

test('a batch of any size takes two statements in one packet for the locks, and one to write', async () => {
  const organization = await newOrganization();
  await db.transaction((tx) => postTransfer(tx, topUp(organization, 1000)));
  const watched = watchStatements(db);
  const postings = Array.from({ length: 100 }, () => charge(organization, 1));
  await watched.db.transaction((tx) => postTransfers(tx, postings));
  expect(watched.take().filter((text) => text.includes('ledger_'))).toHaveLength(3);
  expect(await readBalances(db, organization.organizationId)).toEqual([
    { currency: 'RUB', amountMinor: 900, heldMinor: 0 },
  ]);
  expect(await checkLedger(db)).toEqual([]);
});

test('PostgreSQL plans the statements of transfers a few times and then keeps the plan, for single ones and batches', async () => {
  const organization = await newOrganization();
  const other = await database.openAgain();
  await other.transaction(async (tx) => {
    await postTransfer(tx, topUp(organization, 1000));
    for (let turn = 1; turn <= 20; turn += 1)
      await postTransfers(
        tx,
        Array.from({ length: turn }, () => charge(organization, 1)),
      );
    const { rows } = await tx.queryText(
      `select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements
       where statement like '%for no key update of a' or statement like '%insert into ledger_transfers%'`,
    );
    expect(rows).toHaveLength(2);
    for (const { anew, kept } of rows) expect([anew, Number(kept) >= 15]).toEqual([5, true]);
  });
  await other.close();
});

test('a batch that relies on money which a later posting of it brings is refused whole', async () => {
  const organization = await newOrganization();
  const late = db.transaction((tx) => postTransfers(tx, [charge(organization, 10), topUp(organization, 10)]));
  await expect(late).rejects.toBeInstanceOf(InsufficientFunds);
  expect(await readBalances(db, organization.organizationId)).toEqual([]);
  await db.transaction((tx) => postTransfers(tx, [topUp(organization, 10), charge(organization, 10)]));
});

test('a batch does not count money of a key that somebody else posts to another organization meanwhile', async () => {
  const [one, two] = [await newOrganization(), await newOrganization()];
  const key = uuidv7();
  let outcome: Promise<unknown> = Promise.resolve();
  await db.transaction(async (open) => {
    await postTransfer(open, { ...topUp(one, 500), key });
    const postings = [{ ...topUp(two, 500), key }, charge(two, 500), topUp(two, 500)];
    outcome = db.transaction((tx) => postTransfers(tx, postings)).catch((error) => error);
    await untilDoneOrBlocked({ db } as TestApp, outcome);
  });
  expect(await outcome).toMatchObject({ constraint: 'ledger_entries_transfer_id_fkey' });
  expect(await readBalances(db, two.organizationId)).toEqual([]);
});

test('every currency has every system account, so that no transfer has to open one', async () => {
  const { rows } = await db.queryText(
    `select currency, count(*)::int as n from ledger_accounts where organization_id is null group by 1 order by 1`,
  );
  expect(rows).toEqual(['BYN', 'EUR', 'KZT', 'RUB', 'USD'].map((currency) => ({ currency, n: 6 })));
  expect(new Set((await readSystemBalances(db)).map(({ account }) => account)).size).toBe(6);
});

describe('the database refuses', () => {
  const insert = (debit: string, credit: string, more = "'payment', now()") =>
    `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, created_at)
     select gen_random_uuid(), gen_random_uuid()::text, 'top_up', ${debit}, ${credit}, 5, ${more}`;
  const system = (kind: string, currency = 'RUB') =>
    `(select id from ledger_accounts where kind = '${kind}' and currency = '${currency}')`;

  test.each([
    [
      'a transfer from an account that does not exist',
      insert('gen_random_uuid()', system('clearing')),
      'no two accounts',
    ],
    ['a transfer between currencies', insert(system('clearing'), system('revenue', 'USD')), 'no two accounts'],
    [
      'a running balance of a system account',
      'update ledger_accounts set balance_minor = 1 where organization_id is null',
      'system_is_derived',
    ],
    ['to delete an account', 'delete from ledger_accounts', 'never deleted'],
  ])('%s', async (_, statement, message) => {
    await expect(db.queryText(statement)).rejects.toThrow(message);
  });

  test("a transfer without its organization's entry", async () => {
    const organization = await newOrganization();
    await db.transaction((tx) => postTransfer(tx, topUp(organization, 10)));
    const account = `(select id from ledger_accounts where organization_id = '${organization.organizationId}')`;
    await expect(db.queryText(insert(system('clearing'), account))).rejects.toThrow('no entry of its organization');
  });
});
