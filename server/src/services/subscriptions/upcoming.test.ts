import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fundedOrganization } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { plantTariff, setClock } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { change, stop, subscribe } from './operations.ts';
import { readUpcomingCharges } from './upcoming.ts';

let database: TestDatabase;
const zone = 'Europe/Moscow';
const staff = { organizationId: null, mayUseHidden: true };

beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  await setClock(database.db, '2027-02-10T09:00:00Z');
});
afterAll(() => database.remove());

const context = () => ({ db: database.db, zone });

async function connect(organizationId: string, tariffId: string, quantity = 1) {
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  return subscribe(context(), { ...who, form: { tariffId, quantity }, key: randomUUID() }, async () => {});
}

async function upcomingOf(organizationId: string): Promise<[day: string, amountMinor: number][]> {
  const charges = await readUpcomingCharges(database.db, zone, organizationId);
  return charges.map(({ on, amountMinor }) => [on, amountMinor]);
}

test('charges of the next 30 days name every period of a tariff by weeks and the first one of a month, by day', async () => {
  const organizationId = await fundedOrganization({ db: database.db }, 1_000_000);
  const weekly = await plantTariff(database.db, { priceMinor: 7000, period: { unit: 'week', count: 1 } });
  const monthly = await plantTariff(database.db, { anchor: 'calendar' });
  await connect(organizationId, weekly.id);
  await connect(organizationId, monthly.id);
  expect(await upcomingOf(organizationId)).toEqual([
    ['2027-02-17', 7000],
    ['2027-02-24', 7000],
    ['2027-03-01', 30_000],
    ['2027-03-03', 7000],
    ['2027-03-10', 7000],
  ]);
});

test('charges of the next 30 days follow a change that is scheduled and leave out what is being stopped', async () => {
  const organizationId = await fundedOrganization({ db: database.db }, 1_000_000);
  const { id: tariffId } = await plantTariff(database.db, { maxQuantity: 10, anchor: 'calendar' });
  const seated = await connect(organizationId, tariffId, 5);
  await change(context(), staff, seated.id, { quantity: 2 });
  const stopped = await connect(organizationId, tariffId);
  await stop(context(), staff, stopped.id, { when: 'period_end' });
  expect(await upcomingOf(organizationId)).toEqual([['2027-03-01', 60_000]]);
});
