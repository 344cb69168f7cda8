import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { businessBody } from '../../../tests/support/business.ts';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { migrateUpTo } from '../../../tests/support/migrate-up-to.ts';
import { givenBack as back, charged as charge, importPast, paid } from '../../../tests/support/past-movements.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { correctDocument } from './correct-document.ts';
import { makeMonthData, monthForm } from './document-data.ts';
import { makeMonthlyDocuments } from './make-monthly-documents.ts';
import { makeMonthDocument } from './month-document.ts';
import type { ServiceSum } from './month-lines.ts';
import { insertDocument } from './store.ts';

let old: TestDatabase;
const made = uuidv7();
const without = uuidv7();
const charges: Record<'january' | 'february', string> = { january: '', february: '' };

const buyer = { name: 'ООО «Ромашка»', inn: '7736050003', kpp: null, address: '117312, г. Москва' };
/** As the version before made it: what was given back of older charges is a line below zero. */
async function plantOldDocument(period: string, day: string, number: string, sums: ServiceSum[]): Promise<void> {
  const form = monthForm(businessBody, period);
  if (!form) throw new Error('no tax period is in force');
  const facts = { period, sums, payments: [], advances: [] };
  const drafted = makeMonthData(businessBody, buyer, form, facts);
  const rest = { revision: 0, sourceId: null, from: null, to: null, createdBy: null, currency: 'RUB' as const };
  const document = { id: uuidv7(), organizationId: made, kind: form.kind, number, day, period, ...rest, ...drafted };
  await old.db.transaction((tx) => insertDocument(tx, document));
}

/** January: 100 charged. February: 80 charged, 30 of January's given back. Both closed; March goes on. */
beforeAll(async () => {
  old = await openTestDatabase(inject('databaseUrl'));
  await migrateUpTo(old.db, '0190');
  await old.db.queryText(
    'insert into business_versions (version, data, created_by) values (1, $1, gen_random_uuid())',
    [JSON.stringify(businessBody)],
  );
  for (const id of [made, without]) {
    await old.db.queryText(
      "insert into organizations (id, kind, name, inn, address) values ($1, 'company', $2, $3, $4)",
      [id, buyer.name, buyer.inn, buyer.address],
    );
    const [, january] = await importPast(old, id, [paid, charge('2026-01-15', 100)]);
    const [february] = await importPast(old, id, [charge('2026-02-15', 80), back('2026-02-20', 30, january as string)]);
    if (id === made) Object.assign(charges, { january, february });
  }
  const service = { name: 'Услуги', quantity: 1 };
  await plantOldDocument('2026-01', '2026-01-31', '2026-000901', [{ ...service, amountMinor: 100 }]);
  await plantOldDocument('2026-02', '2026-02-28', '2026-000902', [
    { ...service, amountMinor: 80 },
    { ...service, name: 'Хостинг', amountMinor: -30 },
  ]);
  await old.db.queryText("insert into closing_runs (task, day) values ('months', '2026-02-01')");
  await importPast(old, made, [back('2026-03-02', 20, charges.january)]);
  await migrate(old.db);
}, 120_000);
afterAll(() => old.remove());

const said = async (organizationId: string) => {
  const { rows } = await old.db.queryText(
    `select distinct on (period) period, revision, amount_minor::int as amount from closing_documents
    where organization_id = $1 and kind in ('act', 'upd') order by period, revision desc`,
    [organizationId],
  );
  return rows.map(({ period, revision, amount }) => [period, revision, amount]);
};
const runOn = (day: string) =>
  makeMonthlyDocuments(
    old.db,
    (error) => {
      throw error;
    },
    new Date(`${day}T09:00:00+03:00`),
  );

test('the upgrade makes no revision by itself: months that are closed keep what they said', async () => {
  await runOn('2026-03-25');
  expect(await said(made)).toEqual([
    ['2026-01', 0, 100],
    ['2026-02', 0, 50],
  ]);
});

test('after the upgrade what was given back in an old month is neither subtracted twice nor forgotten', async () => {
  await importPast(old, made, [back('2026-03-26', 15, charges.february), charge('2026-03-27', 7)]);
  await runOn('2026-04-01');
  expect(await said(made)).toEqual([
    ['2026-01', 1, 80],
    ['2026-02', 1, 35],
    ['2026-03', 0, 7],
  ]);
  const { rows } = await old.db.queryText(
    `select -sum(amount_minor)::int as amount from ledger_entries
    where organization_id = $1 and kind in ('charge', 'charge_refund')`,
    [made],
  );
  expect(rows[0]?.amount).toBe(80 + 35 + 7);
});

test('a correction of an old document keeps what it subtracted', async () => {
  await old.db.queryText("update organizations set name = 'ООО «Лютик»' where id = $1", [made]);
  const { rows } = await old.db.queryText(
    `select id from closing_documents where organization_id = $1 and period = '2026-02' order by revision desc limit 1`,
    [made],
  );
  const actor = { id: jobActors.subscriptions, address: null };
  await old.db.transaction((tx) => correctDocument(tx, actor, rows[0]?.id as string, 'Новое название'));
  expect((await said(made))[1]).toEqual(['2026-02', 2, 35]);
});

test('an old month whose document is made after the upgrade closes by the rule of its time', async () => {
  const make = (period: string) =>
    old.db.transaction((tx) =>
      makeMonthDocument(tx, { organizationId: without, period, createdBy: null }, new Date('2026-04-02T09:00:00Z')),
    );
  await make('2026-02');
  await make('2026-01');
  expect(await said(without)).toEqual([
    ['2026-01', 0, 100],
    ['2026-02', 0, 50],
  ]);
});

test('the upgrade of a database without documents has no month of the old rule', async () => {
  const fresh = await openTestDatabase(inject('databaseUrl'));
  await migrate(fresh.db);
  const { rows } = await fresh.db.queryText('select from_month::text as month from closing_give_backs');
  expect(rows).toEqual([{ month: '-infinity' }]);
  expect((await fresh.db.queryText('select * from closing_runs')).rows).toEqual([]);
  await fresh.remove();
}, 120_000);

test('the rule of give-backs has one row', async () => {
  const insert = "insert into closing_give_backs (from_month) values ('2026-01-01')";
  await expect(old.db.queryText(insert)).rejects.toThrow('closing_give_backs_pkey');
});
