import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { topUp } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { runUntilDone, setClock } from '../../../tests/support/services.ts';
import { UsageCustomer } from '../../../tests/support/usage-customer.ts';
import { readAvailable } from '../../money/ledger/resume-watch-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { previewConnecting } from '../subscriptions/connect.ts';
import * as operations from '../subscriptions/operations.ts';
import { findSubscription } from '../subscriptions/subscriptions-store.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

const staff = { organizationId: null, mayUseHidden: true };
const owed = async ({ id }: UsageCustomer) => (await findSubscription(db, id))?.usageOwedMinor;

/** 300 ₽ of usage in August, which the balance does not suffice for; what was paid for September is 300 ₽. */
async function owing(terms: object = {}): Promise<UsageCustomer> {
  const fee = { priceMinor: 30_000, graceDays: 0, mayPause: true, refundOnStop: true, ...terms };
  const customer = await UsageCustomer.begin(db, '2027-08-01T09:00:00Z', { terms: fee, fundsMinor: 60_000 });
  await setClock(db, '2027-08-31T09:00:00Z');
  await customer.use('2027-08-30T09:00:00Z', 3000);
  return customer;
}

test('what a suspension for usage gives back of the fee pays the usage, although the fee is not covered', async () => {
  const customer = await owing();
  await customer.pass('2027-09-01T09:00:00Z');
  expect(await customer.status()).toBe('suspended');
  // 29 of 30 days of September came back.
  expect([await owed(customer), await customer.balance()]).toEqual([30_000, 29_000]);
  await topUp({ db }, customer.organizationId, 1500);
  await runUntilDone(customer.context);
  expect([await owed(customer), await customer.balance()]).toEqual([0, 500]);
  expect(await customer.status()).toBe('suspended');
});

test('a service that is stopping ends once its owed usage has had its days of grace', async () => {
  const customer = await owing({ graceDays: 3 });
  await customer.pass('2027-09-01T09:00:00Z');
  expect(await owed(customer)).toBe(30_000);
  await operations.stop(customer.context, staff, customer.id, { when: 'period_end' });
  await customer.pass('2027-09-03T09:00:00Z');
  expect(await customer.status()).toBe('stopping');
  await customer.pass('2027-09-04T09:00:00Z');
  expect(await customer.status()).toBe('ended');
  // 26 of 30 days of September came back, and go to what is owed with the next credit.
  await topUp({ db }, customer.organizationId, 4000);
  await runUntilDone(customer.context);
  expect([await owed(customer), await customer.balance()]).toEqual([0, 0]);
});

test('a paused service goes on only with the usage that is owed for it', async () => {
  const customer = await owing({ graceDays: 5 });
  await customer.pass('2027-09-01T09:00:00Z');
  expect(await owed(customer)).toBe(30_000);
  await operations.pause(customer.context, staff, customer.id);
  expect(await customer.balance()).toBe(29_000);
  await expect(operations.resume(customer.context, staff, customer.id)).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
  await topUp({ db }, customer.organizationId, 31_000);
  await operations.resume(customer.context, staff, customer.id);
  expect([await customer.status(), await owed(customer)]).toEqual(['active', 0]);
});

test('connecting a service again asks for the usage that is owed for it, and the preview says so', async () => {
  const customer = await owing({ priceMinor: 0 });
  const { organizationId, tariff, zone } = customer;
  await db.queryText('update ledger_accounts set resume_from_minor = null where organization_id = $1', [
    organizationId,
  ]);
  await customer.pass('2027-09-01T09:00:00Z');
  expect(await owed(customer)).toBe(0);
  await setClock(db, '2027-09-20T09:00:00Z');
  await customer.use('2027-09-20T08:00:00Z', 9000);
  await operations.stop(customer.context, staff, customer.id, { when: 'now' });
  await customer.pass('2027-09-21T09:00:00Z');
  expect(await owed(customer)).toBe(90_000);
  const first = customer.id;
  await expect(customer.connect()).rejects.toMatchObject({ code: 'insufficient_funds' });
  const request = { organizationId, form: { tariffId: tariff.id }, actorId: organizationId, mayConnectHidden: true };
  const preview = await previewConnecting(db, zone, request, (currency) => readAvailable(db, organizationId, currency));
  expect(preview).toMatchObject({ totalMinor: 90_000, missingMinor: 60_000 });
  // Not noticed by the engine before the customer connects.
  await topUp({ db }, organizationId, 60_000);
  await customer.connect();
  expect((await findSubscription(db, first))?.usageOwedMinor).toBe(0);
  expect([await customer.status(), await customer.balance()]).toEqual(['active', 0]);
});

test('usage that came since the preview is not charged by connecting again, and the next preview shows it', async () => {
  const customer = await owing({ priceMinor: 0 });
  await customer.use('2027-08-30T10:00:00Z', 6000);
  await customer.pass('2027-09-01T09:00:00Z');
  await topUp({ db }, customer.organizationId, 60_000);
  const { organizationId, tariff, zone } = customer;
  const request = { organizationId, form: { tariffId: tariff.id }, actorId: organizationId, mayConnectHidden: true };
  const preview = () => previewConnecting(db, zone, request, (currency) => readAvailable(db, organizationId, currency));
  const { totalMinor } = await preview();
  expect(totalMinor).toBe(90_000);
  await customer.use('2027-08-30T11:00:00Z', 1000);
  await expect(customer.connect(tariff.id, totalMinor)).rejects.toMatchObject({ code: 'terms_changed' });
  expect(await customer.balance()).toBe(120_000);
  expect(await preview()).toMatchObject({ totalMinor: 100_000, missingMinor: 0 });
  await customer.connect(tariff.id, 100_000);
  expect(await customer.balance()).toBe(20_000);
});

test('a suspended service whose owed usage is paid by connecting it again goes on, too', async () => {
  const customer = await owing({ priceMinor: 0 });
  await customer.use('2027-08-30T10:00:00Z', 6000);
  await customer.pass('2027-09-01T09:00:00Z');
  const first = customer.id;
  expect([await customer.status(), await owed(customer)]).toEqual(['suspended', 90_000]);
  // Not noticed by the engine before the customer connects.
  await topUp({ db }, customer.organizationId, 30_000);
  await customer.connect();
  await runUntilDone(customer.context);
  expect(await findSubscription(db, first)).toMatchObject({ status: 'active', usageOwedMinor: 0 });
  expect(await customer.balance()).toBe(0);
});
