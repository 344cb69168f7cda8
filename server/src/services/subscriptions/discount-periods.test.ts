import { expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { plantTariff } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { insertDiscount } from '../catalogue/discounts-store.ts';
import * as operations from './operations.ts';

const engine = engineForThisFile();
const { at, pass, staff, zone, linesOf } = engine;

/** A subscription with seats for 100 roubles a month, and half of it for so many periods. A year of it costs 1,000. */
async function beginWithHalf(day: string, periods: number, { graceDays = 0, fundsMinor = 1_000_000 } = {}) {
  await at(day);
  const tariff = await plantTariff(engine.db, { priceMinor: 10_000, maxQuantity: 5, mayPause: true, graceDays });
  const organizationId = await fundedOrganization({ db: engine.db }, fundsMinor);
  const year = { priceMinor: 100_000, period: { unit: 'year' as const, count: 1 }, mayPause: true };
  const { id: yearId } = await plantTariff(engine.db, year, tariff.serviceId);
  const discount = { tariffId: null, percent: 50, amountMinor: null, currency: null, periods, reason: 'Договор' };
  const createdBy = jobActors.subscriptions;
  await engine.db.transaction((tx) => insertDiscount(tx, { id: uuidv7(), organizationId, ...discount, createdBy }));
  return { ...(await engine.connect(organizationId, tariff.id)), yearId };
}

const context = () => ({ db: engine.db, zone });
const pause = (id: string) => operations.pause(context(), staff, id);
const resume = (id: string) => operations.resume(context(), staff, id);

test('pausing on the last day of each period and going on the next day gives no more periods of a discount', async () => {
  const { id } = await beginWithHalf('2027-06-01', 2);
  for (const [lastDay, next] of [
    ['2027-06-30', '2027-07-01'],
    ['2027-07-31', '2027-08-01'],
    ['2027-08-31', '2027-09-01'],
  ] as const) {
    await pass(lastDay);
    await pause(id);
    await pass(next);
    await resume(id);
  }
  const charged = (await linesOf({ id })).filter(([, , , amountMinor]) => Number(amountMinor) > 0);
  expect(charged.map(([kind, from, , amountMinor]) => [kind, from, amountMinor])).toEqual([
    ['period', '2027-06-01', 5000],
    ['resume', '2027-07-01', 5000],
    ['resume', '2027-08-01', 10_000],
    ['resume', '2027-09-01', 10_000],
  ]);
});

test('a pause or more seats within the last discounted period keep its discount to the end of the period', async () => {
  const { id } = await beginWithHalf('2028-06-01', 1);
  await pass('2028-06-10');
  await pause(id);
  await pass('2028-06-16');
  await resume(id);
  await operations.change(context(), staff, id, { quantity: 2 });
  await pass('2028-07-01');
  expect(await linesOf({ id })).toEqual([
    ['period', '2028-06-01', '2028-07-01', 5000],
    ['credit', '2028-06-11', '2028-07-01', -3333],
    ['resume', '2028-06-16', '2028-07-01', 2500],
    ['credit', '2028-06-16', '2028-07-01', -2500],
    ['change', '2028-06-16', '2028-07-01', 5000],
    ['period', '2028-07-01', '2028-08-01', 20_000],
  ]);
});

test('going on with a year, or changing to one at once, is no part of the last discounted month', async () => {
  const { id, yearId } = await beginWithHalf('2030-06-01', 1);
  await pass('2030-06-05');
  await pause(id);
  await operations.change(context(), staff, id, { tariffId: yearId });
  await resume(id);
  expect((await linesOf({ id })).slice(1)).toEqual([
    ['credit', '2030-06-06', '2030-07-01', -4167],
    ['resume', '2030-06-06', '2031-06-05', 99_726],
  ]);

  const other = await beginWithHalf('2032-06-01', 1);
  await pass('2032-06-02');
  await operations.change(context(), staff, other.id, { tariffId: other.yearId });
  expect((await linesOf(other)).slice(1)).toEqual([
    ['credit', '2032-06-02', '2032-07-01', -4833],
    ['change', '2032-06-02', '2033-06-02', 100_000],
  ]);
});

test('days of grace are no period of a discount, nor is a charge that the balance did not suffice for', async () => {
  const { id, organizationId } = await beginWithHalf('2029-06-01', 3, { graceDays: 3, fundsMinor: 5000 });
  for (const day of ['2029-07-01', '2029-07-04']) await pass(day);
  await topUp({ db: engine.db }, organizationId, 1_000_000);
  for (const day of ['2029-07-11', '2029-08-01', '2029-09-01']) await pass(day);
  expect(await linesOf({ id })).toEqual([
    ['period', '2029-06-01', '2029-07-01', 5000],
    ['grace', '2029-07-01', '2029-07-04', 484],
    ['resume', '2029-07-11', '2029-08-01', 3387],
    ['period', '2029-08-01', '2029-09-01', 5000],
    ['period', '2029-09-01', '2029-10-01', 10_000],
  ]);
});
