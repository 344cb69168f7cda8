import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger, checkSinceCheckpoint } from './check-ledger.ts';
import { selectFaults } from './checking-store.ts';
import { importTransfers } from './import-transfers.ts';
import { postTransfer } from './post-transfer.ts';
import { readSystemBalances } from './reads.ts';

let database: TestDatabase;
let db: Database;
let organizationId: string;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

const dayMs = 86_400_000;
beforeEach(async () => {
  organizationId = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  await db.transaction(async (tx) => {
    const past = [5, 4, 3, 2].map((days) => {
      const id = uuidv7();
      const createdAt = new Date(Date.now() - days * dayMs);
      const kind = days % 2 ? ('top_up' as const) : ('charge' as const);
      const terms = { organizationId, currency: 'RUB' as const, amountMinor: days % 2 ? 1000 : -100 };
      return { id, key: id, kind, ...terms, sourceId: null, createdAt };
    });
    await importTransfers(tx, past);
  });
});

const topUp = (amountMinor: number) =>
  db.transaction((tx) => {
    const posting = { key: uuidv7(), kind: 'top_up' as const, from: 'clearing' as const, to: { organizationId } };
    return postTransfer(tx, { ...posting, amountMinor, currency: 'RUB' });
  });
const through = async () =>
  (await db.queryText('select through_day::text as day from ledger_checkpoint')).rows[0]?.day as string;
const clearing = async () =>
  (await readSystemBalances(db)).find(({ account, currency }) => account === 'clearing' && currency === 'RUB')
    ?.amountMinor;

/** What the night finds after the statement; the statement is undone by the one that follows it. */
async function planted(statement: string, undo: string): Promise<string> {
  await db.queryText(statement);
  const faults = await checkSinceCheckpoint(db);
  await db.queryText(undo);
  return faults.join('\n');
}

test('a check that finds no fault moves the checkpoint up to today, and balances of system accounts stay what they were', async () => {
  const before = await clearing();
  expect(await checkSinceCheckpoint(db)).toEqual([]);
  const [{ today } = {}] = (
    await db.queryText("select ((now() - interval '1 hour') at time zone 'Europe/Moscow')::date::text as today")
  ).rows;
  expect(await through()).toBe(today);
  expect(await clearing()).toBe(before);
  await topUp(70);
  expect(await clearing()).toBe(Number(before) - 70);
  expect(await checkSinceCheckpoint(db)).toEqual([]);
  expect(await checkLedger(db)).toEqual([]);
});

test('the check from a checkpoint adds what came since to every pot, and to what was repaid out of it', async () => {
  await db.queryText('update ledger_accounts set credit_limit_minor = 10000 where organization_id = $1', [
    organizationId,
  ]);
  const ways = ['top_up', 'bank_receipt', 'adjustment', 'bonus'] as const;
  // All is spent and 40 more; each pot repays 10 of them, and 5 are left in it.
  const moves = (allMinor: number) => [
    { kind: 'charge' as const, amountMinor: -allMinor - 40 },
    ...[10, 5].flatMap((amountMinor) => ways.map((kind) => ({ kind, amountMinor }))),
  ];
  const past = moves(1800).map((move, index) => {
    const id = uuidv7();
    const createdAt = new Date(Date.now() - 1.5 * dayMs + index);
    return { ...move, id, key: id, organizationId, currency: 'RUB' as const, sourceId: null, createdAt };
  });
  await db.transaction((tx) => importTransfers(tx, past));
  expect(await checkSinceCheckpoint(db)).toEqual([]);
  for (const { kind, amountMinor } of moves(20))
    await db.transaction((tx) => {
      const [own, other] = [{ organizationId }, kind === 'charge' ? ('revenue' as const) : ('clearing' as const)];
      const sides = amountMinor > 0 ? { from: other, to: own } : { from: own, to: other };
      return postTransfer(tx, { key: uuidv7(), kind, ...sides, amountMinor: Math.abs(amountMinor), currency: 'RUB' });
    });
  const kept =
    'select card_minor::int as card, repaid_card_minor::int as repaid from ledger_accounts where organization_id = $1';
  expect((await db.queryText(kept, [organizationId])).rows).toEqual([{ card: 5, repaid: 20 }]);
  expect(await checkSinceCheckpoint(db)).toEqual([]);
});

test('the check from a checkpoint reads no transfer of the days before it', async () => {
  await checkSinceCheckpoint(db);
  await topUp(70);
  const day = await through();
  const plan = await db.transaction(async (tx) => {
    await tx.queryText('set local enable_seqscan = off');
    const plans: string[] = [];
    const query: typeof tx.query = async (statement) => {
      const { rows } = await tx.queryText(`explain (analyze, timing off) ${statement.text}`, statement.values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    };
    await selectFaults({ ...tx, query }, day);
    return plans.join('\n');
  });
  const { rows } = await db.queryText(
    "select count(*)::int as n from ledger_transfers where created_at >= $1::date::timestamp at time zone 'Europe/Moscow'",
    [day],
  );
  const read = /Index Scan (?:using|on) ledger_transfers_time .*actual rows=(\d+)/.exec(plan)?.[1];
  expect(Number(read)).toBe(rows[0]?.n);
});

test.each([
  [
    'a balance of an organization that had no transfer since',
    'balance_minor = balance_minor + 1, card_minor = card_minor + 1',
    'balance_minor = balance_minor - 1, card_minor = card_minor - 1',
    'its transfers make',
  ],
  [
    'pots of an organization that had no transfer since',
    'card_minor = card_minor - 1, staff_minor = staff_minor + 1',
    'card_minor = card_minor + 1, staff_minor = staff_minor - 1',
    'has pots',
  ],
])('the check from a checkpoint finds %s changed behind its back', async (_, change, back, message) => {
  await checkSinceCheckpoint(db);
  const update = (what: string) => `update ledger_accounts set ${what} where organization_id = '${organizationId}'`;
  expect(await planted(update(change), update(back))).toContain(message);
  expect(await checkSinceCheckpoint(db)).toEqual([]);
});

test('the check from a checkpoint finds a sum by day and a transfer that its books do not have', async () => {
  await checkSinceCheckpoint(db);
  await topUp(70);
  const account = `(select id from ledger_accounts where organization_id = '${organizationId}')`;
  const change = (by: string) =>
    `update ledger_daily_totals set credited_minor = credited_minor ${by}
     where account_id = ${account} and day = (now() at time zone 'Europe/Moscow')::date`;
  expect(await planted(change('+ 1'), change('- 1'))).toContain('daily totals of account');
  const found = await db.transaction(async (tx) => {
    await tx.queryText('savepoint planted');
    await tx.queryText('set local session_replication_role = replica');
    await tx.queryText(
      `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind)
       select gen_random_uuid(), 'planted', 'bonus', c.id, ${account}, 5, 'payment'
       from ledger_accounts c where c.kind = 'bonuses' and c.currency = 'RUB'`,
    );
    const faults = await selectFaults(tx, await through());
    await tx.queryText('rollback to savepoint planted');
    return faults.join('\n');
  });
  expect(found).toMatch(/holds \d+, its transfers make \d+/);
  expect(found).toMatch(/transfer \S+ moved 5 in account \S+, its entry says 0/);
});

test('with a fault the checkpoint stays where it is', async () => {
  expect(await through()).toBe('-infinity');
  const update = (by: string) =>
    `update ledger_accounts set balance_minor = balance_minor ${by}, card_minor = card_minor ${by} where organization_id = '${organizationId}'`;
  expect(await planted(update('+ 1'), update('- 1'))).toContain('its transfers make');
  expect(await through()).toBe('-infinity');
});

test('days that an open transaction began in are left for the next night', async () => {
  const inThreeDays = new Date(Date.now() + 3 * dayMs);
  const other = await database.openAgain();
  let day = '';
  await other.transaction(async (tx) => {
    const { rows } = await tx.queryText("select (now() at time zone 'Europe/Moscow')::date::text as day");
    day = String(rows[0]?.day);
    expect(await checkSinceCheckpoint(db, inThreeDays)).toEqual([]);
    expect(await through()).toBe(day);
  });
  await other.close();
  expect(await checkSinceCheckpoint(db, inThreeDays)).toEqual([]);
  expect((await through()) > day).toBe(true);
});

test('no transfer slips into days that were checked', async () => {
  await checkSinceCheckpoint(db);
  const late = db.queryText(
    `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, created_at)
     select gen_random_uuid(), 'late', 'charge', c.id, r.id, 5, 'charge', now() - interval '3 days'
     from ledger_accounts c, ledger_accounts r
     where c.kind = 'clearing' and r.kind = 'revenue' and c.currency = 'RUB' and r.currency = 'RUB'`,
  );
  await expect(late).rejects.toThrow('days that were checked');
});

test('the full check finds a changed sum of a past day and a changed checkpoint, which the night does not read', async () => {
  await checkSinceCheckpoint(db);
  const totals = (by: string) => `update ledger_daily_totals set debited_minor = debited_minor ${by}
    where account_id = (select id from ledger_accounts where kind = 'clearing' and currency = 'RUB')
    and day = (select min(day) from ledger_daily_totals)`;
  await db.queryText(totals('+ 1'));
  expect(await checkSinceCheckpoint(db)).toEqual([]);
  expect((await checkLedger(db)).join()).toContain('daily totals of account');
  await db.queryText(totals('- 1'));
  await db.queryText('update ledger_checkpoint_sums set balance_minor = balance_minor + 1');
  expect((await checkLedger(db)).join()).toContain('checkpoint of account');
  await db.queryText('update ledger_checkpoint_sums set balance_minor = balance_minor - 1');
  expect(await checkLedger(db)).toEqual([]);
});

test('a checkpoint that a clock ahead left in the future refuses no transfer, and the next check starts over', async () => {
  expect(await checkSinceCheckpoint(db)).toEqual([]);
  const today = await through();
  await db.queryText('update ledger_checkpoint set through_day = through_day + 3');
  await topUp(700);
  expect(await checkSinceCheckpoint(db)).toEqual([]);
  expect(await through()).toBe(today);
  expect(await checkLedger(db)).toEqual([]);
});
