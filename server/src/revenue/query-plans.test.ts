import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { stepsOn } from '../../tests/support/query-plans.ts';
import { plantTariff } from '../../tests/support/services.ts';
import { jobActors } from '../audit/actions-store.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { transactionWithoutTimeouts } from '../platform/db/timeouts.ts';
import { readCounted, selectCohorts, selectFigures, selectServices, selectUpcomingDays } from './figures-store.ts';
import { replaceUpcoming, sumCustomerMoves, sumCustomers, sumDays } from './roll-up-store.ts';
import { selectCustomers, selectMonthly, selectMoves } from './rows-store.ts';

/** Set to measure with more; the figures read the same however many there are. */
const many = Number(process.env.REVENUE_SUBSCRIPTIONS ?? 10_000);
const few = 1000;

let databases: TestDatabase[];
beforeAll(async () => {
  databases = await Promise.all([few, many].map(planted));
}, 600_000);
afterAll(() => Promise.all(databases.map((database) => database.remove())));

/** Each of an organization of its own, since one of the days of a year, charged each month; sums are made as they are by the job. */
async function planted(count: number): Promise<TestDatabase> {
  const database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  const { db } = database;
  const { id, versionId, serviceId } = await plantTariff(db);
  const numbered = `from generate_series(1, ${count}) n`;
  const uuid = (kind: number) =>
    `('00000000-0000-7000-8000-' || lpad(to_hex(${kind}::bigint * 10000000 + n), 12, '0'))::uuid`;
  await db.queryText(
    `insert into organizations (id, kind, name) select ${uuid(1)}, 'company', 'ООО ' || n ${numbered}`,
  );
  await db.queryText(
    `insert into subscriptions (id, organization_id, tariff_id, version_id, quantity, status, anchor, started_on, charged_to, created_by)
     select ${uuid(2)}, ${uuid(1)}, '${id}', '${versionId}', 1, 'active', '2026-01-01'::date + n % 300,
       '2026-01-01'::date + n % 300, '2026-12-01', '${jobActors.subscriptions}' ${numbered}`,
  );
  await db.queryText(
    `insert into subscription_moves (id, subscription_id, organization_id, service_id, tariff_id, before_tariff_id, currency,
       day, before_minor, after_minor, is_first)
     select ${uuid(3)}, ${uuid(2)}, ${uuid(1)}, '${serviceId}', '${id}', '${id}', 'RUB', '2026-01-01'::date + n % 300, 0, 30000,
       true ${numbered}`,
  );
  await db.queryText(
    `insert into revenue_charges (organization_id, currency, day, tariff_id, kind, charged_minor, refunded_minor, count)
     select ${uuid(1)}, 'RUB', '2026-01-01'::date + n % 300 + m * 30, '${id}', 'fixed', 30000, 0, 1
     from generate_series(1, ${count}) n cross join generate_series(0, 2) m`,
  );
  await db.queryText('analyze');
  await transactionWithoutTimeouts(db, async (tx) => {
    for (const sum of [sumCustomerMoves, sumDays, sumCustomers]) await sum(tx, '-infinity');
    const upcoming = { scopeId: id, currency: 'RUB', day: '2099-12-01', amountMinor: 1, count: 1 };
    await replaceUpcoming(tx, [upcoming]);
  });
  await db.queryText('vacuum analyze');
  return database;
}

const range = { from: '2026-01-01', to: '2026-12-01' };
const scope = { currency: 'RUB' as const };

/** Rows that the plans of the page take from a table, shown or not. */
async function readFrom(table: string, db: Database): Promise<number> {
  const steps = await stepsOn(table, db, async (explaining: Queries) => {
    await readCounted(explaining);
    await selectFigures(explaining, scope, range);
    await selectCohorts(explaining, scope, range);
    await selectServices(explaining, scope, range, 20);
    await selectUpcomingDays(explaining, scope);
  });
  return steps.reduce((sum, step) => sum + step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0), 0);
}

test.each(['revenue_days', 'revenue_cohorts'])(
  `the page of revenue reads as many rows of %s with ${few} subscriptions as with ${many}`,
  async (table) => {
    const [one, other] = await Promise.all(databases.map(({ db }) => readFrom(table, db)));
    expect(one).toBeGreaterThan(10);
    expect(other).toBe(one);
  },
);

test.each([
  'subscriptions',
  'subscription_moves',
  'revenue_customers',
  'revenue_charges',
  'ledger_entries',
  'organizations',
])('the page of revenue reads nothing of %s, which grows with customers', async (table) => {
  const large = databases[1] as TestDatabase;
  await expect(readFrom(table, large.db)).rejects.toThrow('expected 0 to be greater than 0');
});

const limit = 25;
test.each([
  ['moves', 'subscription_moves', (db: Queries) => selectMoves(db, { limit }, { ...scope, month: '2026-05' })],
  ['customers', 'revenue_customers', (db: Queries) => selectCustomers(db, { limit }, { ...scope, month: '2026-05' })],
  ['subscriptions', 'subscriptions', (db: Queries) => selectMonthly(db, { limit }, { ...scope, month: '2026-12' })],
])('a page of %s behind revenue reads no more rows of %s than it shows', async (_what, table, ask) => {
  for (const step of await stepsOn(table, (databases[1] as TestDatabase).db, ask)) {
    expect(step['Node Type']).toMatch(/^Index/);
    expect(step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(limit + 1);
  }
});
