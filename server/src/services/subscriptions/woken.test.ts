import { beforeAll, expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { leave } from '../../../tests/support/history-rows.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { monthly, plantTariff, runUntilDone } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { insertVersion } from '../catalogue/catalogue-store.ts';
import { createDiscount, endDiscount } from '../catalogue/discounts.ts';
import * as operations from './operations.ts';
import { findSubscription } from './subscriptions-store.ts';
import { watchWaiting } from './wait-for-money.ts';

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

test('a cheaper price that was announced has a suspended subscription go on once its days cost no more than there is', async () => {
  const { organizationId, tariff, subscription } = await beginShort('2027-07-01', 0);
  await leave(db, organizationId, 800);
  await pass('2027-08-01');
  expect(await statusOf(subscription)).toBe('suspended');
  const version = { id: uuidv7(), tariffId: tariff.id, number: 2, terms: { ...monthly, priceMinor: 3000 } };
  const dates = { from: '2027-08-01', runningFrom: '2027-08-20' };
  await db.transaction((tx) => insertVersion(tx, { ...version, ...dates, createdBy: jobActors.subscriptions }));
  await runUntilDone(context());
  await pass('2027-08-23');
  expect(await statusOf(subscription)).toBe('suspended');
  await pass('2027-08-24');
  expect((await linesOf(subscription)).at(-1)).toEqual(['resume', '2027-08-24', '2027-09-01', 774]);
});

test('of two services that are suspended at once the one that needs less goes on too', async () => {
  const { organizationId, subscription } = await beginShort('2027-09-01', 0);
  const { id: dearId } = await plantTariff(db, { priceMinor: 90_000 });
  await topUp({ db }, organizationId, 90_000);
  const dear = await connect(organizationId, dearId);
  const suspend = (tx: Transaction, id: string) =>
    tx.queryText("update subscriptions set status = 'suspended', suspended_on = charged_to where id = $1", [id]);
  const watched = async () => {
    const { rows } = await db.queryText(
      "select resume_from_minor from ledger_accounts where organization_id = $1 and kind = 'organization'",
      [organizationId],
    );
    return Number(rows[0]?.resume_from_minor);
  };
  let second: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await suspend(tx, subscription.id);
    await watchWaiting(tx, [organizationId], '2027-09-02');
    second = db.transaction(async (other) => {
      await suspend(other, dear.id);
      await watchWaiting(other, [organizationId], '2027-09-02');
    });
    await untilDoneOrBlocked({ db }, second);
  });
  await second;
  // A day of the cheaper one, as if a month had three more.
  expect(await watched()).toBe(Math.floor(30_000 / 33));
});
