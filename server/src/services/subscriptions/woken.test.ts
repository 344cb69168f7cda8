import { beforeAll, expect, test } from 'vitest';
import { fundedOrganization } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { plantTariff, runUntilDone } from '../../../tests/support/services.ts';
import type { Database } from '../../platform/db/database.ts';
import { createDiscount, endDiscount } from '../catalogue/discounts.ts';
import * as operations from './operations.ts';
import { findSubscription } from './subscriptions-store.ts';

const engine = engineForThisFile();
const { at, pass, connect, linesOf, context, staff, zone } = engine;
let db: Database;
beforeAll(() => {
  db = engine.db;
});

/** Its second month costs 30 000, and 20 000 are left for it. */
async function beginShort(day: string, graceDays: number) {
  await at(day);
  const tariff = await plantTariff(db, { graceDays });
  const organizationId = await fundedOrganization({ db }, 50_000);
  const subscription = await connect(organizationId, tariff.id);
  return { organizationId, tariff, subscription };
}

const statusOf = async ({ id }: { id: string }) => (await findSubscription(db, id))?.status;

async function someActor() {
  const { rows } = await db.queryText('select id from actors limit 1');
  return { id: rows[0]?.id as string, address: null };
}

async function give(organizationId: string, percent: number): Promise<string> {
  const actor = await someActor();
  const form = { percent, reason: 'Договор' };
  return db.transaction((tx) => createDiscount(tx, { actor, zone, organizationId }, form));
}

test('a discount that makes the balance suffice has a subscription in its days of grace charged at once', async () => {
  const { organizationId, subscription } = await beginShort('2027-01-01', 5);
  await pass('2027-02-03');
  expect(await statusOf(subscription)).toBe('past_due');
  await give(organizationId, 50);
  await runUntilDone(context());
  expect(await statusOf(subscription)).toBe('active');
  expect((await linesOf(subscription)).at(-1)).toEqual(['period', '2027-02-01', '2027-03-01', 15_000]);
});

test('a discount that ends and leaves a larger one in force has a subscription in its days of grace charged at once', async () => {
  const { organizationId, subscription } = await beginShort('2027-03-01', 5);
  await give(organizationId, 50);
  const smaller = await give(organizationId, 10);
  await pass('2027-04-03');
  expect(await statusOf(subscription)).toBe('past_due');
  const actor = await someActor();
  await db.transaction((tx) => endDiscount(tx, { actor, zone }, smaller));
  await runUntilDone(context());
  expect(await statusOf(subscription)).toBe('active');
  expect((await linesOf(subscription)).at(-1)).toEqual(['period', '2027-04-01', '2027-05-01', 15_000]);
});

test('a cheaper tariff that is agreed on while a subscription is suspended has it go on at once', async () => {
  const { tariff, subscription } = await beginShort('2027-05-01', 0);
  const { id: tariffId } = await plantTariff(db, { priceMinor: 20_000 }, tariff.serviceId);
  await pass('2027-06-01');
  expect(await statusOf(subscription)).toBe('suspended');
  const { totalMinor } = await operations.previewOf(context(), staff, subscription.id, { tariffId });
  await operations.change(context(), staff, subscription.id, { tariffId, expectedTotalMinor: totalMinor });
  await runUntilDone(context());
  expect(await statusOf(subscription)).toBe('active');
  expect((await linesOf(subscription)).at(-1)).toEqual(['resume', '2027-06-01', '2027-07-01', 20_000]);
});
