import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { type MeterTerms, usageAmount } from '@kazna/contract/shared/usage-price';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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
const freeTier: MeterTerms['price'] = {
  model: 'graduated',
  tiers: [
    { upTo: 100, unitMinor: 0, flatMinor: 0 },
    { upTo: null, unitMinor: 10, flatMinor: 0 },
  ],
};

/** Uses as much before as after it stops on 10 June and connects again; returns what June's and July's usage cost. */
async function useAroundStop(
  terms: Partial<TariffTerms>,
  meterTerms: Partial<MeterTerms>,
  [one, two]: [number, number],
) {
  const customer = await UsageCustomer.begin(db, '2027-06-01T09:00:00Z', { terms, meterTerms });
  await setClock(db, '2027-06-10T12:00:00Z');
  await customer.use('2027-06-09T09:00:00Z', one);
  const first = customer.id;
  await operations.stop(customer.context, staff, customer.id, { when: 'now' });
  await customer.pass('2027-06-11T09:00:00Z');
  await customer.connect();
  await setClock(db, '2027-06-12T12:00:00Z');
  await customer.use('2027-06-12T09:00:00Z', two);
  await customer.pass('2027-07-13T09:00:00Z');
  const again = await customer.lines();
  const againId = customer.id;
  customer.id = first;
  const sum = [...(await customer.lines()), ...again].reduce(
    (total, [, , , amountMinor]) => total + Number(amountMinor),
    0,
  );
  return { sum, customer, againId };
}

test('stopping and connecting a service again in a month begins no free tier anew', async () => {
  const { sum } = await useAroundStop({}, { price: freeTier }, [90, 60]);
  expect(sum).toBe(500);
});

test('a quantity included without a fee is included once a month, whatever is stopped and connected again', async () => {
  const { sum } = await useAroundStop({}, { includedQuantity: 100 }, [90, 60]);
  // Of the second part, 20 of 30 days: 66.666666 were included, of which 90 are used.
  expect(sum).toBe(600);
});

test('a fee that is paid again includes its quantity again', async () => {
  const { sum } = await useAroundStop({ priceMinor: 300 }, { includedQuantity: 90 }, [90, 60]);
  expect(sum).toBe(0);
});

test('where periods begin with the connection, usage before a stop counts for the days that both periods have', async () => {
  const { sum } = await useAroundStop({ anchor: 'connection' }, { price: freeTier }, [90, 60]);
  // 20 of the 30 days from 11 June on are those of the first period: 60 of 90 count, and 40 are free.
  expect(sum).toBe(200);
});

test('usage in a later period has its own tiers, although a subscription was stopped before', async () => {
  const { customer, againId } = await useAroundStop({}, { price: freeTier }, [500, 0]);
  await setClock(db, '2027-08-20T09:00:00Z');
  await customer.use('2027-08-19T09:00:00Z', 110);
  await customer.pass('2027-09-02T09:00:00Z');
  customer.id = againId;
  expect(await customer.lines()).toEqual([['usage', '2027-08-01', '2027-09-01', 100]]);
});

test('packages and volumes go on from what was used before a stop, and never cost less than nothing', () => {
  const terms = (price: MeterTerms['price']) => ({ meter: 'a', price, includedQuantity: 0, minimumMinor: 0 });
  const after = (price: MeterTerms['price'], before: number, quantity: number) =>
    usageAmount(terms(price), BigInt(quantity) * 1_000_000n, {
      ...{ days: 1, periodDays: 1 },
      usedBefore: BigInt(before) * 1_000_000n,
    });
  expect(after({ model: 'package', size: 10, packageMinor: 100 }, 15, 4)).toBe(0);
  expect(after({ model: 'package', size: 10, packageMinor: 100 }, 15, 6)).toBe(100);
  const volume: MeterTerms['price'] = {
    model: 'volume',
    tiers: [
      { upTo: 10, unitMinor: 10, flatMinor: 0 },
      { upTo: null, unitMinor: 1, flatMinor: 0 },
    ],
  };
  expect([after(volume, 10, 5), after(volume, 20, 5)]).toEqual([0, 5]);
});
