import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { businessBody } from '../../../tests/support/business.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { setClock } from '../../../tests/support/services.ts';
import { UsageCustomer } from '../../../tests/support/usage-customer.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import { makeMonthDocument, reviseMonth } from './month-document.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  const insert = 'insert into business_versions (version, data, created_by) values (1, $1, gen_random_uuid())';
  await database.db.queryText(insert, [JSON.stringify(businessBody)]);
});
afterAll(() => database.remove());

test('a correction of usage in a later month lowers quantity and sum of the document of its charge’s month', async () => {
  const { db } = database;
  const customer = await UsageCustomer.begin(db, '2027-01-01T09:00:00Z');
  const { organizationId } = customer;
  await db.queryText("update organizations set inn = '7736050003' where id = $1", [organizationId]);
  await setClock(db, '2027-01-10T09:00:00Z');
  await customer.use('2027-01-09T09:00:00Z', 40);
  await customer.pass('2027-02-01T09:00:00Z');
  const period = '2027-02';
  await setClock(db, '2027-03-01T01:00:00Z');
  const now = new Date(await businessNow(db));
  await db.transaction((tx) => makeMonthDocument(tx, { organizationId, period, createdBy: null }, now));
  await customer.use('2027-01-31T09:00:00Z', -25);
  await customer.pass('2027-03-02T09:00:00Z');
  expect((await customer.lines()).map(([kind]) => kind)).toEqual(['usage', 'usage_credit']);
  await db.transaction((tx) => reviseMonth(tx, organizationId, period));
  const { rows } = await db.queryText(
    `select revision, amount_minor::int as amount, line->>'quantity' as quantity, line->>'name' as name
    from closing_documents, jsonb_array_elements(data->'lines') line where organization_id = $1 order by revision`,
    [organizationId],
  );
  expect(rows).toEqual([
    { revision: 0, amount: 400, quantity: '40', name: expect.stringContaining('01.01.2027–31.01.2027') },
    { revision: 1, amount: 150, quantity: '15', name: expect.stringContaining('01.01.2027–31.01.2027') },
  ]);
});
