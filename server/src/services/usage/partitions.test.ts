import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fundedOrganization } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { setClock } from '../../../tests/support/services.ts';
import { plantMeter, usageContext, use } from '../../../tests/support/usage.ts';
import type { Database } from '../../platform/db/database.ts';
import { maintainPartitions } from './jobs.ts';
import { dropPartition } from './partitions-store.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

async function months(): Promise<string[]> {
  const { rows } = await db.queryText(
    `select right(c.relname, 7) as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'usage_events'::regclass order by 1`,
  );
  return rows.map(({ month }) => month as string);
}

test('months of usage are made a year ahead, and those past their time are dropped while events come', async () => {
  const context = usageContext(db);
  const meter = await plantMeter(db);
  const organizationId = await fundedOrganization({ db }, 1000);
  await setClock(db, '2027-01-15T09:00:00Z');
  await maintainPartitions(db);
  expect(await months()).toEqual([
    ...['2026_11', '2026_12', '2027_01', '2027_02', '2027_03', '2027_04', '2027_05', '2027_06', '2027_07', '2027_08'],
    ...['2027_09', '2027_10', '2027_11', '2027_12', '2028_01'],
  ]);
  await use(context, { meter, organizationId, occurredAt: '2026-12-20T09:00:00Z' });
  await setClock(db, '2028-02-15T09:00:00Z');
  let isOver = false;
  const writer = async () => {
    for (let count = 0; !isOver; count += 1)
      await use(context, { meter, organizationId, occurredAt: '2028-02-14T09:00:00Z', quantity: count % 7 });
  };
  const writing = Promise.all([writer(), writer()]);
  await maintainPartitions(db);
  isOver = true;
  await writing;
  expect((await months())[0]).toBe('2027_01');
  const { rows } = await db.queryText(
    'select count(*)::int as sums from usage_hours where organization_id = $1 and hour < $2',
    [organizationId, '2027-01-01T00:00:00Z'],
  );
  expect(rows).toEqual([{ sums: 1 }]);
  await expect(dropPartition(db, { name: 'charges', isDetaching: false })).rejects.toThrow('no month');
});

test('a month with usage that is not charged yet is kept', async () => {
  await setClock(db, '2029-06-15T09:00:00Z');
  const organizationId = await fundedOrganization({ db }, 1000);
  await db.queryText(
    `with s as (
       insert into services (id, name, document_name, unit, is_visible, created_by)
       values (gen_random_uuid(), 'a', 'a', 'a', true, (select id from actors limit 1)) returning id, created_by
     ), t as (
       insert into tariffs (id, service_id, name, is_visible, created_by)
       select gen_random_uuid(), id, 'a', true, created_by from s returning id, created_by
     ), v as (
       insert into tariff_versions (id, tariff_id, number, price_minor, currency, period_unit, period_count, anchor,
         setup_fee_minor, trial_days, max_quantity, grace_days, may_pause, refund_on_stop, valid_from, created_by)
       select gen_random_uuid(), id, 1, 0, 'RUB', 'month', 1, 'calendar', 0, 0, 1, 0, false, false, '2020-01-01', created_by
       from t returning id, tariff_id, created_by
     ), u as (
       insert into subscriptions (id, organization_id, tariff_id, version_id, quantity, status, anchor, started_on,
         charged_to, created_by)
       select gen_random_uuid(), $1, tariff_id, id, 1, 'active', '2027-05-01', '2027-05-01', '2029-07-01', created_by
       from v returning id
     )
     insert into subscription_usage (subscription_id, organization_id, next_at, looked_to)
     select id, $1, '2029-07-01', '2027-05-01' from u`,
    [organizationId],
  );
  await maintainPartitions(db);
  expect((await months())[0]).toBe('2027_05');
});
