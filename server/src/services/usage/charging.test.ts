import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { topUp } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { plantTariff, runUntilDone, setClock } from '../../../tests/support/services.ts';
import { usageContext } from '../../../tests/support/usage.ts';
import { UsageCustomer } from '../../../tests/support/usage-customer.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import type { Database } from '../../platform/db/database.ts';
import { selectPaidServices } from '../subscriptions/due-store.ts';
import * as operations from '../subscriptions/operations.ts';
import { findSubscription } from '../subscriptions/subscriptions-store.ts';
import { readUnbilled, readUnbilledServices } from './accrued.ts';
import { deleteUsage } from './send-usage.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

const staff = { organizationId: null, mayUseHidden: true };

test.each([
  ['Europe/Moscow', '21:00:00Z', '2027-01-31', '2027-02-28'],
  ['America/New_York', '05:00:00Z', '2027-02-01', '2027-03-01'],
])(
  'usage of a month in %s is charged two hours after its end, by the events that happened before it',
  async (zone, midnight, lastOfJanuary, lastOfFebruary) => {
    const edge = (day: string, seconds: number) =>
      new Date(Date.parse(`${day}T${midnight}`) + seconds * 1000).toISOString();
    const customer = await UsageCustomer.begin(db, '2027-01-20T12:00:00Z', { zone });
    await setClock(db, edge(lastOfJanuary, 240));
    // The last second of January, the first of February, and one ahead of the clock.
    await customer.use(edge(lastOfJanuary, -1), 3);
    await customer.use(edge(lastOfJanuary, 0), 5);
    await customer.use(edge(lastOfJanuary, 500), 7);
    await customer.pass(edge(lastOfJanuary, 7199));
    expect(await customer.lines()).toEqual([]);
    await customer.use(edge(lastOfJanuary, -60), 1);
    await customer.pass(edge(lastOfJanuary, 7200));
    expect(await customer.lines()).toEqual([['usage', '2027-01-20', '2027-02-01', 40]]);
    // What comes later is charged with February and has the dates of January.
    await setClock(db, edge(lastOfJanuary, 10 * 86_400));
    await customer.use(edge(lastOfJanuary, -120), 2);
    await customer.pass(edge(lastOfFebruary, 7199));
    expect(await customer.lines()).toHaveLength(1);
    await customer.pass(edge(lastOfFebruary, 7200));
    expect((await customer.lines()).slice(1)).toEqual([
      ['usage', '2027-01-20', '2027-02-01', 20],
      ['usage', '2027-02-01', '2027-03-01', 120],
    ]);
    expect(await customer.balance()).toBe(1_000_000 - 180);
  },
);

test('corrections lower a bill to zero and no further, also one that was charged, and an empty period has no line', async () => {
  const customer = await UsageCustomer.begin(db, '2027-01-01T09:00:00Z');
  await setClock(db, '2027-01-10T09:00:00Z');
  const [taken] = await customer.use('2027-01-09T09:00:00Z', 30);
  await customer.use('2027-01-09T10:00:00Z', 10);
  await customer.pass('2027-02-01T09:00:00Z');
  expect(await customer.lines()).toEqual([['usage', '2027-01-01', '2027-02-01', 400]]);
  await deleteUsage(usageContext(db), taken as string);
  await customer.use('2027-01-31T09:00:00Z', -25);
  await customer.pass('2027-03-02T09:00:00Z');
  expect((await customer.lines()).slice(1)).toEqual([['usage_credit', '2027-01-01', '2027-02-01', -400]]);
  expect(await customer.balance()).toBe(1_000_000);
  await customer.pass('2027-06-02T09:00:00Z');
  expect(await customer.lines()).toHaveLength(2);
});

test('a tariff that charges usage every day charges each day once, and its minimum with the period', async () => {
  const customer = await UsageCustomer.begin(db, '2027-04-28T09:00:00Z', {
    terms: { usageCharged: 'day' },
    meterTerms: { minimumMinor: 2000 },
  });
  await setClock(db, '2027-04-28T20:00:00Z');
  await customer.use('2027-04-28T19:00:00Z', 4);
  await customer.pass('2027-04-29T09:00:00Z');
  await customer.use('2027-04-29T08:00:00Z', 6);
  // Late for the day before.
  await customer.use('2027-04-28T18:00:00Z', 1);
  await customer.pass('2027-04-30T09:00:00Z');
  await customer.pass('2027-05-01T09:00:00Z');
  // 3 of 30 days of the minimum.
  expect(await customer.lines()).toEqual([
    ['usage', '2027-04-28', '2027-04-29', 40],
    ['usage', '2027-04-29', '2027-04-30', 70],
    ['usage', '2027-04-30', '2027-05-01', 90],
  ]);
});

test('lago terminate_manually_spec: a month in advance, usage of 50 and a stop at once, without tax and with the rest to the balance', async () => {
  const terms = { priceMinor: 10_000, refundOnStop: true };
  const customer = await UsageCustomer.begin(db, '2025-02-08T09:00:00Z', { terms });
  expect(await customer.balance()).toBe(1_000_000 - 7500);
  await setClock(db, '2025-02-21T09:00:00Z');
  await customer.use('2025-02-20T09:00:00Z', 500);
  await operations.stop(customer.context, staff, customer.id, { when: 'now' });
  // 7 of 28 days; theirs is a credit note of 30.00 with tax, which their last invoice of 60.00 is less by.
  expect(await customer.balance()).toBe(1_000_000 - 7500 + 2500);
  await customer.pass('2025-02-22T09:00:00Z');
  expect(await customer.lines()).toEqual([['usage', '2025-02-08', '2025-02-22', 5000]]);
  expect(await customer.balance()).toBe(1_000_000 - 7500 + 2500 - 5000);
});

test('usage is charged by the version of its day: a change of tariff and a stop cut the period', async () => {
  const customer = await UsageCustomer.begin(db, '2027-06-01T09:00:00Z', { terms: { priceMinor: 100 } });
  const price = { meter: customer.meter, includedQuantity: 0, minimumMinor: 0 };
  const dearer = await plantTariff(
    db,
    { priceMinor: 30_000, anchor: 'calendar', meters: [{ ...price, price: { model: 'unit', unitMinor: 50 } }] },
    customer.tariff.serviceId,
  );
  await setClock(db, '2027-06-10T09:00:00Z');
  await customer.use('2027-06-09T20:59:59Z', 2);
  await customer.use('2027-06-09T21:00:00Z', 3);
  await operations.change(customer.context, staff, customer.id, { tariffId: dearer.id });
  await customer.pass('2027-06-20T09:00:00Z');
  expect(await customer.lines()).toEqual([['usage', '2027-06-01', '2027-06-10', 20]]);
  await operations.stop(customer.context, staff, customer.id, { when: 'now' });
  await setClock(db, '2027-06-20T12:00:00Z');
  await customer.use('2027-06-20T11:00:00Z', 1);
  await customer.pass('2027-06-21T09:00:00Z');
  expect((await customer.lines()).slice(1)).toEqual([['usage', '2027-06-10', '2027-06-21', 200]]);
  // Late, of an ended subscription: charged the next day, until no more can come.
  await customer.use('2027-06-15T11:00:00Z', 4);
  await customer.pass('2027-06-22T09:00:00Z');
  expect((await customer.lines()).slice(2)).toEqual([['usage', '2027-06-10', '2027-06-21', 200]]);
  await setClock(db, '2027-07-20T09:00:00Z');
  await customer.use('2027-06-20T11:00:00Z', 1);
  await customer.pass('2027-07-27T09:00:00Z');
  expect((await customer.lines()).slice(3)).toEqual([['usage', '2027-06-10', '2027-06-21', 50]]);
  const { rows } = await db.queryText('select next_at from subscription_usage where subscription_id = $1', [
    customer.id,
  ]);
  expect(rows).toEqual([{ next_at: null }]);
});

test('closing an organization waits for usage of stopped services that may still come or is not charged yet', async () => {
  const customer = await UsageCustomer.begin(db, '2027-06-01T09:00:00Z', { terms: { mayPause: true } });
  const unbilled = () => readUnbilledServices(db, customer.zone, customer.organizationId);
  const running = () => selectPaidServices(db, customer.organizationId);
  await operations.pause(customer.context, staff, customer.id);
  expect(await running()).toHaveLength(1);
  await operations.stop(customer.context, staff, customer.id, { when: 'now' });
  expect([await running(), (await unbilled()).length]).toEqual([[], 1]);
  // The day is over for charging two hours after its end.
  await customer.pass('2027-06-01T22:30:00Z');
  expect(await unbilled()).toHaveLength(1);
  await customer.pass('2027-06-01T23:30:00Z');
  expect(await unbilled()).toEqual([]);
  await customer.use('2027-06-01T10:00:00Z', 4);
  expect(await unbilled()).toHaveLength(1);
  await customer.pass('2027-06-03T09:00:00Z');
  expect([await customer.lines(), await unbilled()]).toEqual([[['usage', '2027-06-01', '2027-06-02', 40]], []]);
});

test('usage of a trial is free', async () => {
  const customer = await UsageCustomer.begin(db, '2027-03-01T09:00:00Z', { terms: { trialDays: 10 } });
  await setClock(db, '2027-03-12T09:00:00Z');
  await customer.use('2027-03-10T20:00:00Z', 5);
  await customer.use('2027-03-10T21:00:00Z', 7);
  await customer.pass('2027-04-02T09:00:00Z');
  expect(await customer.lines()).toEqual([['usage', '2027-03-11', '2027-04-01', 70]]);
});

test('usage that the balance does not suffice for has its grace, suspends, and is paid by the first sufficient credit', async () => {
  const customer = await UsageCustomer.begin(db, '2027-08-01T09:00:00Z', { terms: { graceDays: 3 }, fundsMinor: 100 });
  await setClock(db, '2027-08-31T09:00:00Z');
  await customer.use('2027-08-30T09:00:00Z', 30);
  await customer.pass('2027-09-01T09:00:00Z');
  expect([await customer.status(), await customer.lines()]).toEqual(['active', []]);
  expect(await findSubscription(db, customer.id)).toMatchObject({ usageOwedMinor: 300 });
  await customer.pass('2027-09-04T09:00:00Z');
  expect(await customer.status()).toBe('suspended');
  await topUp({ db }, customer.organizationId, 199);
  await customer.pass('2027-09-05T09:00:00Z');
  expect(await customer.status()).toBe('suspended');
  await topUp({ db }, customer.organizationId, 1);
  await runUntilDone(customer.context);
  expect([await customer.status(), await customer.lines()]).toEqual([
    'active',
    [['usage', '2027-08-01', '2027-09-01', 300]],
  ]);
  expect(await customer.balance()).toBe(0);
  expect(await db.transaction((tx) => checkLedger(tx))).toEqual([]);
});

test('usage is charged once by two workers at a time', async () => {
  const customer = await UsageCustomer.begin(db, '2027-10-01T09:00:00Z');
  await setClock(db, '2027-10-02T09:00:00Z');
  await customer.use('2027-10-01T12:00:00Z', 9);
  await setClock(db, '2027-11-01T09:00:00Z');
  await Promise.all([1, 2, 3].map(() => runUntilDone(customer.context)));
  expect(await customer.lines()).toEqual([['usage', '2027-10-01', '2027-11-01', 90]]);
});

test('usage of a stopped service is found behind any number of services that were stopped since', async () => {
  const customer = await UsageCustomer.begin(db, '2027-10-01T09:00:00Z');
  await customer.use('2027-10-01T09:00:00Z', 4);
  await operations.stop(customer.context, staff, customer.id, { when: 'now' });
  const { organizationId, zone } = customer;
  const free = await plantTariff(db, { priceMinor: 0 });
  await db.queryText(
    `insert into subscriptions (id, organization_id, tariff_id, version_id, quantity, status, anchor, started_on, charged_to,
       ended_on, created_by)
     select ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, $3, 1, 'ended', '2027-10-01',
       '2027-10-01', '2027-11-01', '2027-10-01', $4
     from generate_series(1, 200) as n`,
    [organizationId, free.id, free.versionId, jobActors.subscriptions],
  );
  expect(await readUnbilled(db, zone, { organizationId, currency: 'RUB' })).toBe(40);
  expect(await readUnbilledServices(db, zone, organizationId)).toEqual(['Облако']);
});
