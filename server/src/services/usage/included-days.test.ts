import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { topUp } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { setClock } from '../../../tests/support/services.ts';
import { UsageCustomer } from '../../../tests/support/usage-customer.ts';
import type { Database } from '../../platform/db/database.ts';
import * as operations from '../subscriptions/operations.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

const staff = { organizationId: null, mayUseHidden: true };

/** 300 ₽ for June, 300 ГБ included, 10 ₽ for each ГБ more; 250 of them are used on the first day. */
async function heavyUser(terms: object, fundsMinor = 1_000_000): Promise<UsageCustomer> {
  const customer = await UsageCustomer.begin(db, '2027-06-01T09:00:00Z', {
    ...{ fundsMinor, terms: { priceMinor: 30_000, mayPause: true, graceDays: 0, ...terms } },
    meterTerms: { includedQuantity: 300, price: { model: 'unit', unitMinor: 1000 } },
  });
  await setClock(db, '2027-06-01T12:00:00Z');
  await customer.use('2027-06-01T11:00:00Z', 250);
  return customer;
}

const july = '2027-07-01T09:00:00Z';
const usageCharged = async (customer: UsageCustomer) =>
  (await customer.lines()).reduce((sum, [, , , amountMinor]) => sum + Number(amountMinor), 0);

test('the quantity that a tariff includes belongs to the subscription that pays for the period', async () => {
  const customer = await heavyUser({});
  await customer.pass(july);
  expect(await customer.lines()).toEqual([]);
});

test('days of a pause include nothing: their fee was given back', async () => {
  const customer = await heavyUser({});
  await operations.pause(customer.context, staff, customer.id);
  await customer.pass('2027-06-28T09:00:00Z');
  await operations.resume(customer.context, staff, customer.id);
  await customer.pass(july);
  // Paid for the 1st and from the 28th on: 40 of 300 are included.
  expect(await usageCharged(customer)).toBe(210_000);
});

test('usage of a day that is charged every day is charged at once after a pause, and given back when the days are paid', async () => {
  const customer = await heavyUser({ usageCharged: 'day' });
  await operations.pause(customer.context, staff, customer.id);
  await customer.pass('2027-06-02T09:00:00Z');
  expect(await usageCharged(customer)).toBe(240_000);
  await operations.resume(customer.context, staff, customer.id);
  await customer.pass('2027-06-03T09:00:00Z');
  expect(await usageCharged(customer)).toBe(0);
});

test('days of a suspension include nothing', async () => {
  // The balance has what two weeks cost.
  const customer = await heavyUser({ period: { unit: 'week', count: 1 }, anchor: 'connection' }, 60_000);
  await customer.pass('2027-06-08T12:00:00Z');
  await setClock(db, '2027-06-15T05:00:00Z');
  await customer.use('2027-06-15T04:00:00Z', 50);
  await customer.pass('2027-06-20T09:00:00Z');
  expect(await customer.status()).toBe('suspended');
  await topUp({ db }, customer.organizationId, 100_000_000);
  await customer.pass('2027-07-15T09:00:00Z');
  // No day of the third week was paid for.
  expect(await usageCharged(customer)).toBe(50_000);
});

test('a stop that gives nothing back leaves what is included whole, one that does leaves the share of its days', async () => {
  const kept = await heavyUser({ refundOnStop: false });
  const refunded = await heavyUser({ refundOnStop: true });
  await operations.stop(kept.context, staff, kept.id, { when: 'now' });
  await operations.stop(refunded.context, staff, refunded.id, { when: 'now' });
  await kept.pass(july);
  expect([await usageCharged(kept), await usageCharged(refunded)]).toEqual([0, 240_000]);
});
