import { beforeAll, expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { plantTariff, runUntilDone } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { readAvailable } from '../../money/ledger/resume-watch-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { insertDiscount } from '../catalogue/discounts-store.ts';
import * as operations from './operations.ts';
import { runDue } from './run-due.ts';
import { findSubscription, lockSubscription } from './subscriptions-store.ts';

const engine = engineForThisFile();
const { at, pass, connect, linesOf, context, staff, zone } = engine;
let db: Database;
beforeAll(() => {
  db = engine.db;
});

const stopNow = (id: string) => operations.stop({ db, zone }, staff, id, { when: 'now' });

test('days of grace that were not paid are charged once when the service is connected again', async () => {
  await at('2027-06-01');
  const tariff = await plantTariff(db, { graceDays: 5 });
  const organizationId = await fundedOrganization({ db }, 30_000);
  const first = await connect(organizationId, tariff.id);
  await pass('2027-07-04');
  await stopNow(first.id);
  expect(await findSubscription(db, first.id)).toMatchObject({ status: 'ended', owesGrace: true });
  await topUp({ db }, organizationId, 33_870);
  // Four days of July were used, of which the balance has a kopeck less than needed.
  await expect(connect(organizationId, tariff.id)).rejects.toMatchObject({ code: 'insufficient_funds' });
  await topUp({ db }, organizationId, 60_000);
  const outcomes = await Promise.allSettled([connect(organizationId, tariff.id), connect(organizationId, tariff.id)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect((await linesOf(first)).slice(1)).toEqual([['grace', '2027-07-01', '2027-07-05', 3871]]);
  expect(await readAvailable(db, organizationId, 'RUB')).toBe(93_870 - 3871 - 60_000);
  expect(await findSubscription(db, first.id)).toMatchObject({ owesGrace: false });
});

test('connecting another service charges no days of grace that are owed for this one', async () => {
  await at('2027-06-01');
  const tariff = await plantTariff(db, { graceDays: 5 });
  const organizationId = await fundedOrganization({ db }, 30_000);
  const first = await connect(organizationId, tariff.id);
  await pass('2027-07-04');
  await stopNow(first.id);
  await topUp({ db }, organizationId, 30_000);
  await connect(organizationId, (await plantTariff(db)).id);
  expect(await readAvailable(db, organizationId, 'RUB')).toBe(0);
  expect(await findSubscription(db, first.id)).toMatchObject({ owesGrace: true });
});

test('stopping and connecting again gives no more periods of a discount', async () => {
  await at('2027-06-01');
  const tariff = await plantTariff(db, { priceMinor: 10_000 });
  const organizationId = await fundedOrganization({ db }, 100_000);
  const discount = { tariffId: tariff.id, percent: 50, amountMinor: null, currency: null, periods: 2 };
  await db.transaction((tx) =>
    insertDiscount(tx, {
      ...{ id: uuidv7(), organizationId, ...discount, reason: 'Договор', createdBy: jobActors.subscriptions },
    }),
  );
  const first = await connect(organizationId, tariff.id);
  await pass('2027-07-02');
  await stopNow(first.id);
  const second = await connect(organizationId, tariff.id);
  const amounts = [...(await linesOf(first)), ...(await linesOf(second))].map(([, , , amountMinor]) => amountMinor);
  expect(amounts).toEqual([5000, 5000, 10_000]);
});

test('a change in the trial to a tariff without one is charged at once, and to one with a shorter trial shortens it', async () => {
  await at('2027-06-01');
  const long = await plantTariff(db, { trialDays: 30 });
  const short = await plantTariff(db, { trialDays: 10, priceMinor: 40_000 }, long.serviceId);
  const without = await plantTariff(db, { priceMinor: 90_000, setupFeeMinor: 1000 }, long.serviceId);
  const organizationId = await fundedOrganization({ db }, 100_000);
  const { id } = await connect(organizationId, long.id);
  await at('2027-06-06');
  await operations.change({ db, zone }, staff, id, { tariffId: short.id });
  expect(await findSubscription(db, id)).toMatchObject({ status: 'trial', trialTo: '2027-06-11' });
  const form = { tariffId: without.id };
  const bill = await operations.previewOf({ db, zone }, staff, id, form);
  expect(bill).toMatchObject({ when: 'now', totalMinor: 91_000 });
  await operations.change({ db, zone }, staff, id, form);
  expect(await findSubscription(db, id)).toMatchObject({ status: 'active', chargedTo: '2027-07-06' });
  expect((await linesOf({ id })).toSorted()).toEqual([
    ['period', '2027-06-06', '2027-07-06', 90_000],
    ['setup', '2027-06-06', '2027-06-06', 1000],
  ]);
  await pass('2027-07-06');
  expect(await findSubscription(db, id)).toMatchObject({ status: 'suspended' });
});

test('a subscription whose used days a late worker has not charged yet is neither stopped nor paused', async () => {
  await at('2027-06-01');
  const tariff = await plantTariff(db, { mayPause: true });
  const organizationId = await fundedOrganization({ db }, 60_000);
  const { id } = await connect(organizationId, tariff.id);
  await at('2027-07-05');
  await expect(stopNow(id)).rejects.toMatchObject({ code: 'subscription_busy' });
  await expect(operations.pause({ db, zone }, staff, id)).rejects.toMatchObject({ code: 'subscription_busy' });
  await runUntilDone(context());
  expect((await stopNow(id)).status).toBe('ended');
  expect(await readAvailable(db, organizationId, 'RUB')).toBe(0);
});

test('a subscription whose step fails waits five minutes, and those behind it are charged meanwhile', async () => {
  await at('2027-06-01');
  const tariff = await plantTariff(db, {});
  const ids = [];
  for (let count = 0; count < 3; count += 1)
    ids.push((await connect(await fundedOrganization({ db }, 60_000), tariff.id)).id);
  const [failing = '', ...others] = ids;
  await runUntilDone(context());
  await pass('2027-06-30');
  await at('2027-07-01');
  // The line of the period is there already, which the database refuses.
  await db.queryText(
    `insert into subscription_lines (id, subscription_id, version_id, kind, from_day, to_day, quantity, period_minor,
       period_days, amount_minor, description)
     values (gen_random_uuid(), $1, $2, 'period', '2027-07-01', '2027-08-01', 1, 0, 31, 0, 'Начислено раньше')`,
    [failing, tariff.versionId],
  );
  await expect(runDue(context())).rejects.toThrow('subscription_lines_period');
  for (const id of others) expect((await findSubscription(db, id))?.chargedTo).toBe('2027-08-01');
  expect(await runDue(context())).toBe(false);
  const { rows } = await db.queryText(
    'select next_step_at = business_now() + $2::interval as is_later from subscriptions where id = $1',
    [failing, '5 minutes'],
  );
  expect(rows).toEqual([{ is_later: true }]);
  await db.queryText('delete from subscription_lines where subscription_id = $1', [failing]);
});

test('the engine skips subscriptions that others have locked, and rests', async () => {
  await at('2027-09-15');
  const tariff = await plantTariff(db, {});
  const organizationId = await fundedOrganization({ db }, 60_000);
  const { id } = await connect(organizationId, tariff.id);
  await pass('2027-10-14');
  await at('2027-10-15');
  await db.queryText('update subscriptions set next_step_at = null where id <> $1', [id]);
  await db.transaction(async (tx) => {
    await lockSubscription(tx, id);
    expect(await runDue(context())).toBe(false);
  });
  expect(await runDue(context())).toBe(true);
});

test('of two that connect a service at once one has the trial', async () => {
  await at('2027-09-20');
  const tariff = await plantTariff(db, { trialDays: 14 });
  const organizationId = await fundedOrganization({ db }, 60_000);
  const both = await Promise.all([connect(organizationId, tariff.id), connect(organizationId, tariff.id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['active', 'trial']);
});
