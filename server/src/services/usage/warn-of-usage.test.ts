import { check } from '@kazna/contract/shared/validation';
import { eventData } from '@kazna/contract/v1/events';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { topUp } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { setClock } from '../../../tests/support/services.ts';
import { UsageCustomer } from '../../../tests/support/usage-customer.ts';
import { setLowThreshold } from '../../money/ledger/balance-settings-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { warnOfUsage } from './warn-of-usage.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

/** 10 ₽ on the balance; a ГБ costs 10 kopecks. */
async function beginCustomer(): Promise<UsageCustomer> {
  const customer = await UsageCustomer.begin(db, '2027-05-01T09:00:00Z', { fundsMinor: 1000 });
  await setClock(db, '2027-05-03T09:00:00Z');
  return customer;
}

/** What was used and not charged at each time that the balance was said to be low, after one more look. */
async function lookAgain({ organizationId, zone }: UsageCustomer): Promise<unknown[]> {
  await warnOfUsage(db, zone);
  const { rows } = await db.queryText(
    "select body as data from events where type = 'balance.low' and organization_id = $1 order by seq",
    [organizationId],
  );
  for (const { data } of rows) expect(check(eventData['balance.low'], data).errors).toBeUndefined();
  return rows.map(({ data }) => (data as { balances: { usedMinor: number }[] }).balances[0]?.usedMinor);
}

test('a balance that uncharged usage has used up is reported low once, and again only after a top-up', async () => {
  const customer = await beginCustomer();
  await customer.use('2027-05-03T08:30:00Z', 100);
  expect(await lookAgain(customer)).toEqual([]);
  await customer.use('2027-05-03T08:31:00Z', 1);
  expect(await lookAgain(customer)).toEqual([1010]);
  await customer.use('2027-05-03T08:32:00Z', 5);
  expect(await lookAgain(customer)).toEqual([1010]);
  await topUp({ db }, customer.organizationId, 20);
  expect(await lookAgain(customer)).toEqual([1010, 1060]);
  await topUp({ db }, customer.organizationId, 5000);
  expect(await lookAgain(customer)).toEqual([1010, 1060]);
});

test('usage that is not charged yet takes a balance below the threshold that its organization chose', async () => {
  const customer = await beginCustomer();
  const name = { organizationId: customer.organizationId, currency: 'RUB' as const };
  await db.transaction((tx) => setLowThreshold(tx, name, 600));
  await customer.use('2027-05-03T08:30:00Z', 40);
  expect(await lookAgain(customer)).toEqual([]);
  await customer.use('2027-05-03T08:31:00Z', 1);
  expect(await lookAgain(customer)).toEqual([410]);
});
