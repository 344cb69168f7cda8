import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger, checkSinceCheckpoint } from './check-ledger.ts';
import { importTransfers } from './import-transfers.ts';

const dayMs = 86_400_000;
/** Noon in Moscow. */
const noon = (day: number) => new Date(Date.parse('2026-03-01T09:00:00Z') + day * dayMs);

let database: TestDatabase;
let db: Database;
let organizationId: string;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

beforeEach(async () => {
  organizationId = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  await db.transaction(async (tx) => {
    const past = [0, 1, 1, 2, 3].map((day, index) => {
      const id = uuidv7();
      const createdAt = new Date(noon(day).getTime() + index);
      const terms = { organizationId, currency: 'RUB' as const, amountMinor: 1000 + index };
      return { id, key: id, kind: 'top_up' as const, ...terms, sourceId: null, createdAt };
    });
    await importTransfers(tx, past);
  });
});

async function totals(): Promise<unknown[]> {
  const { rows } = await db.queryText(
    `select day::text, in_count, in_minor::int from ledger_entry_totals where organization_id = $1 order by day`,
    [organizationId],
  );
  return rows.map(({ day, in_count, in_minor }) => [day, in_count, in_minor]);
}

const firstTwo = [
  ['2026-03-01', 1, 1000],
  ['2026-03-02', 2, 2003],
];

test('the check that moves the checkpoint adds up the entries of the days that it closes', async () => {
  expect(await checkSinceCheckpoint(db, noon(2))).toEqual([]);
  expect(await totals()).toEqual(firstTwo);
  expect(await checkSinceCheckpoint(db, noon(3))).toEqual([]);
  expect(await totals()).toEqual([...firstTwo, ['2026-03-03', 1, 1003]]);
  expect(await checkLedger(db)).toEqual([]);
});

test('days that a process of the version before has closed are added up by the next check', async () => {
  expect(await checkSinceCheckpoint(db, noon(1))).toEqual([]);
  await db.queryText("update ledger_checkpoint set entries_through_day = '-infinity'");
  await db.queryText('delete from ledger_entry_totals');
  expect(await checkSinceCheckpoint(db, noon(2))).toEqual([]);
  expect(await totals()).toEqual(firstTwo);
  expect(await checkLedger(db)).toEqual([]);
});

test('an entry that is dated a day later than its transfer is added up on its own day', async () => {
  // As two transactions around midnight leave it: the later one commits first, and the earlier one's entry follows.
  await db.transaction(async (tx) => {
    await tx.queryText("set local session_replication_role = 'replica'");
    await tx.queryText('update ledger_entries set created_at = $2 where organization_id = $1 and amount_minor = 1002', [
      organizationId,
      noon(2),
    ]);
  });
  expect(await checkSinceCheckpoint(db, noon(2))).toEqual([]);
  expect(await checkSinceCheckpoint(db, noon(3))).toEqual([]);
  expect(await totals()).toEqual([
    ['2026-03-01', 1, 1000],
    ['2026-03-02', 1, 1001],
    ['2026-03-03', 2, 2005],
  ]);
  expect(await checkLedger(db)).toEqual([]);
});

test('the full check finds totals that are changed, missing or of no entry', async () => {
  expect(await checkSinceCheckpoint(db, noon(3))).toEqual([]);
  const undone = new Error('undone');
  for (const fault of [
    'update ledger_entry_totals set in_count = in_count + 1 where organization_id = $1',
    'delete from ledger_entry_totals where organization_id = $1',
    "insert into ledger_entry_totals values ($1, '2026-02-01', 'RUB', 'charge', 0, 1, 0, 5)",
  ]) {
    const planted = db.transaction(async (tx) => {
      await tx.queryText(fault, [organizationId]);
      expect((await checkLedger(tx)).join()).toContain(`entry totals of organization ${organizationId}`);
      throw undone;
    });
    await expect(planted).rejects.toBe(undone);
  }
});
