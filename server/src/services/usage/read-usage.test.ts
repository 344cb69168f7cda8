import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { fundedOrganization } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { plantTariff, setClock } from '../../../tests/support/services.ts';
import { readCsv } from '../../../tests/support/table-files.ts';
import { plantMeter, usageContext, use } from '../../../tests/support/usage.ts';
import { jobActors } from '../../audit/actions-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { listOffered } from '../catalogue/list-offered.ts';
import { readForecast, readRestOfMonth } from '../subscriptions/forecast.ts';
import * as operations from '../subscriptions/operations.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import { exportUsage } from './export-usage.ts';

const zone = 'Europe/Moscow';
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

let organizationId: string;
let meter: string;
let freeMeter: string;
let row: SubscriptionRow;
beforeEach(async () => {
  await setClock(db, '2027-04-01T09:00:00Z');
  meter = await plantMeter(db);
  freeMeter = await plantMeter(db, { name: 'Запросы', unit: 'шт.' });
  const priced = (key: string, unitMinor: number) => ({
    ...{ meter: key, price: { model: 'unit' as const, unitMinor }, includedQuantity: 0, minimumMinor: 0 },
  });
  const meters = [priced(meter, 10), priced(freeMeter, 0)];
  const { id: tariffId } = await plantTariff(db, { priceMinor: 0, anchor: 'calendar', meters });
  organizationId = await fundedOrganization({ db }, 1_000_000);
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  const request = { ...who, form: { tariffId }, key: randomUUID() };
  const { id } = await operations.subscribe({ db, zone }, request, async () => {});
  row = await operations.getSubscription({ db, zone }, { organizationId, mayUseHidden: true }, id);
});

const spend = (occurredAt: string, quantity: number | string) =>
  use(usageContext(db), { organizationId, meter, occurredAt, quantity });

async function exported(by: 'hour' | 'day'): Promise<string[][]> {
  const chunks: (string | Uint8Array)[] = [];
  for await (const chunk of exportUsage({ db, zone }, row, { by, format: 'csv' }).chunks) chunks.push(chunk);
  return readCsv(chunks.join('').replace('\ufeff', ''));
}

test('the file of a subscription’s usage has a row a day or an hour, in the business’s zone, with decimal commas', async () => {
  await setClock(db, '2027-04-03T09:00:00Z');
  await spend('2027-04-01T20:30:00Z', 3);
  await spend('2027-04-01T21:10:00Z', '0.25');
  await spend('2027-04-01T22:10:00Z', 2);
  expect(await exported('day')).toEqual([
    ['День', 'Счётчик', 'Количество', 'Единица'],
    ['01.04.2027', 'Трафик', '3', 'ГБ'],
    ['02.04.2027', 'Трафик', '2,25', 'ГБ'],
  ]);
  expect((await exported('hour')).slice(1)).toEqual([
    ['01.04.2027 23:00:00', 'Трафик', '3', 'ГБ'],
    ['02.04.2027 00:00:00', 'Трафик', '0,25', 'ГБ'],
    ['02.04.2027 01:00:00', 'Трафик', '2', 'ГБ'],
  ]);
});

test('the file of a subscription’s usage by hour has the last 31 days of every meter, in more than one batch', async () => {
  const start = Date.parse('2027-04-01T09:00:00Z');
  for (let day = 0; day < 50; day += 1) {
    await setClock(db, new Date(start + (day + 1) * 86_400_000).toISOString());
    const hours = Array.from({ length: 24 }, (_, hour) =>
      new Date(start + (day * 24 + hour) * 3_600_000).toISOString(),
    );
    const events = [meter, freeMeter].flatMap((one) =>
      hours.map((occurredAt) => ({ organizationId, meter: one, occurredAt, quantity: 1 })),
    );
    await use(usageContext(db), ...events);
  }
  // 30 whole days and 12 hours of today, in Moscow.
  expect(await exported('hour')).toHaveLength(1 + 2 * (30 * 24 + 12));
  expect(await exported('day')).toHaveLength(1 + 2 * 51);
});

test('the month’s forecast has what is used and not charged yet, and the rest of the month at its pace', async () => {
  await setClock(db, '2027-04-10T09:00:00Z');
  expect(await readRestOfMonth(db, zone, organizationId, 'RUB')).toBe(0);
  await spend('2027-04-05T09:00:00Z', 1000);
  // 10,000 in ten days, and twenty days are left.
  expect(await readRestOfMonth(db, zone, organizationId, 'RUB')).toBe(30_000);
  const { daysLeft } = await readForecast(db, zone, organizationId, { amountMinor: 40_000, currency: 'RUB' });
  expect(daysLeft).toBe(30);
});

test('the catalogue names the meters of each tariff that has some', async () => {
  const withMeters = (await listOffered(db, zone, organizationId))
    .flatMap(({ tariffs }) => tariffs)
    .find(({ meters }) => meters.some((one) => one.meter === meter));
  expect(withMeters?.meterNames).toEqual(
    expect.arrayContaining([
      { key: meter, name: 'Трафик', unit: 'ГБ' },
      { key: freeMeter, name: 'Запросы', unit: 'шт.' },
    ]),
  );
});
