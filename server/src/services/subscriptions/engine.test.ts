import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { beforeAll, expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { plantTariff, runUntilDone } from '../../../tests/support/services.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { readAvailable } from '../../money/ledger/resume-watch-store.ts';
import { saveFirstAdmin } from '../../people/accounts/admins-store.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Problem } from '../../platform/http/problem.ts';
import * as operations from './operations.ts';
import { neededFor } from './resume-parts.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions-store.ts';

const engine = engineForThisFile();
const { at, pass, connect, linesOf, context, staff, zone } = engine;
let db: Database;
beforeAll(() => {
  db = engine.db;
});

const stateOf = async ({ id }: { id: string }) => (await findSubscription(db, id)) as SubscriptionRow;
const balanceOf = (organizationId: string) => readAvailable(db, organizationId, 'RUB');

async function begin(day: string, terms: Partial<TariffTerms>, fundsMinor: number) {
  await at(day);
  const tariff = await plantTariff(db, terms);
  const organizationId = await fundedOrganization({ db }, fundsMinor);
  return { organizationId, tariff, subscription: await connect(organizationId, tariff.id) };
}

test('a subscription by the day of connection is charged on the last day of shorter months and returns to its day', async () => {
  const { subscription } = await begin('2027-01-31', {}, 1_000_000);
  await pass('2027-05-01');
  expect(await linesOf(subscription)).toEqual([
    ['period', '2027-01-31', '2027-02-28', 30_000],
    ['period', '2027-02-28', '2027-03-31', 30_000],
    ['period', '2027-03-31', '2027-04-30', 30_000],
    ['period', '2027-04-30', '2027-05-31', 30_000],
  ]);
});

test('a subscription by the calendar pays for the rest of its first month and whole months after it', async () => {
  const { subscription } = await begin('2027-02-08', { priceMinor: 10_000, anchor: 'calendar' }, 1_000_000);
  await pass('2027-03-02');
  expect(await linesOf(subscription)).toEqual([
    ['period', '2027-02-08', '2027-03-01', 7500],
    ['period', '2027-03-01', '2027-04-01', 10_000],
  ]);
});

test('a subscription that the balance does not suffice for uses its grace, is suspended, and is resumed by the first sufficient credit', async () => {
  const { organizationId, subscription } = await begin('2027-06-01', { graceDays: 3 }, 30_000);
  await pass('2027-07-02');
  expect((await stateOf(subscription)).status).toBe('past_due');
  await pass('2027-07-10');
  expect(await stateOf(subscription)).toMatchObject({ status: 'suspended', suspendedOn: '2027-07-04' });
  // 3 days of grace, and 22 of 31 from the day of the credit on.
  await topUp({ db }, organizationId, 24_192);
  await runUntilDone(context());
  expect((await stateOf(subscription)).status).toBe('suspended');
  await topUp({ db }, organizationId, 1);
  await runUntilDone(context());
  expect((await stateOf(subscription)).status).toBe('active');
  expect((await linesOf(subscription)).slice(1)).toEqual([
    ['grace', '2027-07-01', '2027-07-04', 2903],
    ['resume', '2027-07-10', '2027-08-01', 21_290],
  ]);
  expect(await balanceOf(organizationId)).toBe(0);
});

test.each([
  ['in its grace', '2027-06-17', [['period', '2027-06-15', '2027-07-15', 30_000]]],
  [
    'once it is suspended',
    '2027-06-20',
    [
      ['grace', '2027-06-15', '2027-06-18', 3000],
      ['resume', '2027-06-20', '2027-07-15', 25_000],
    ],
  ],
])(
  'the fee for connecting is charged with the first charge after a trial, also when that is paid %s',
  async (_, day, lines) => {
    const { organizationId, subscription } = await begin(
      ...(['2027-06-01', { trialDays: 14, graceDays: 3, setupFeeMinor: 5000 }, 0] as const),
    );
    await pass(day);
    const neededMinor = neededFor(await stateOf(subscription), day);
    expect(neededMinor).toBe(lines.reduce((sum, [, , , amountMinor]) => sum + Number(amountMinor), 5000));
    await topUp({ db }, organizationId, neededMinor - 1);
    await runUntilDone(context());
    expect(await linesOf(subscription)).toEqual([]);
    await topUp({ db }, organizationId, 1);
    await runUntilDone(context());
    const charged = await linesOf(subscription);
    expect(charged.filter(([kind]) => kind !== 'setup')).toEqual(lines);
    expect(charged.filter(([kind]) => kind === 'setup')).toEqual([['setup', '2027-06-15', '2027-06-15', 5000]]);
  },
);

test('a change to a dearer tariff gives the old days back and charges the new ones, of which the day of the change is the first', async () => {
  const { organizationId, tariff, subscription } = await begin('2027-06-01', { priceMinor: 10_000 }, 100_000);
  const other = await plantTariff(db, { priceMinor: 30_000 }, tariff.serviceId);
  await at('2027-06-16');
  const form = { tariffId: other.id };
  const bill = await operations.previewOf({ db, zone }, staff, subscription.id, form);
  expect(bill.lines.map(({ amountMinor }) => amountMinor)).toEqual([-5000, 15_000]);
  await operations.change({ db, zone }, staff, subscription.id, { ...form, expectedTotalMinor: bill.totalMinor });
  expect(await balanceOf(organizationId)).toBe(80_000);
  await expect(operations.change({ db, zone }, staff, subscription.id, form)).rejects.toMatchObject({
    code: 'nothing_to_change',
  });
});

test('a change to a cheaper tariff waits for the end of the paid days', async () => {
  const { tariff, subscription } = await begin('2027-06-01', { priceMinor: 30_000 }, 100_000);
  const other = await plantTariff(db, { priceMinor: 10_000 }, tariff.serviceId);
  await at('2027-06-16');
  await operations.change({ db, zone }, staff, subscription.id, { tariffId: other.id });
  await expect(operations.change({ db, zone }, staff, subscription.id, { tariffId: other.id })).rejects.toMatchObject({
    code: 'change_pending',
  });
  await pass('2027-07-01');
  expect((await linesOf(subscription)).at(-1)).toEqual(['period', '2027-07-01', '2027-08-01', 10_000]);
});

test('pausing every night and resuming every morning saves nothing', async () => {
  const { organizationId, subscription } = await begin('2027-06-01', { mayPause: true }, 100_000);
  for (const day of ['2027-06-02', '2027-06-03', '2027-06-04']) {
    await at(day);
    await operations.pause({ db, zone }, staff, subscription.id);
    await operations.resume({ db, zone }, staff, subscription.id);
  }
  expect(await balanceOf(organizationId)).toBe(70_000);
  await operations.pause({ db, zone }, staff, subscription.id);
  await at('2027-06-20');
  await operations.resume({ db, zone }, staff, subscription.id);
  // 4 days before the pause and 11 after it, of 30.
  expect(await balanceOf(organizationId)).toBe(85_000);
});

test('a stop at the end of the period is taken back, and one at once gives back what the tariff allows', async () => {
  const { organizationId, subscription } = await begin('2027-06-01', { refundOnStop: true }, 100_000);
  await operations.stop({ db, zone }, staff, subscription.id, { when: 'period_end' });
  expect((await operations.resume({ db, zone }, staff, subscription.id)).status).toBe('active');
  await at('2027-06-10');
  await operations.stop({ db, zone }, staff, subscription.id, { when: 'now' });
  expect(await balanceOf(organizationId)).toBe(90_000);
  await pass('2027-12-01');
  expect(await stateOf(subscription)).toMatchObject({ status: 'ended', endedOn: '2027-06-10' });
  expect(await balanceOf(organizationId)).toBe(90_000);
});

test('connecting refuses with what is missing of fee and period together, and leaves nothing behind', async () => {
  await at('2027-06-01');
  const tariff = await plantTariff(db, { setupFeeMinor: 5000 });
  const organizationId = await fundedOrganization({ db }, 20_000);
  const problem: Problem = await connect(organizationId, tariff.id).then(
    () => expect.fail(),
    (error) => error,
  );
  expect(problem.body('program')).toMatchObject({ code: 'insufficient_funds', missingMinor: 15_000 });
  expect(await balanceOf(organizationId)).toBe(20_000);
});

test('staff are notified once when a worker that slept charges more than two periods in a row, and not of two', async () => {
  const admin = await saveFirstAdmin(db, {
    ...{ email: 'admin@kazna.example', name: 'Анна', passwordHash: '', referralCode: 'admin' },
  });
  const { subscription } = await begin('2028-01-10', {}, 1_000_000);
  const notices = async () => {
    const { rows } = await db.queryText(
      `select details -> 'periods' as periods from notifications
       where user_id = $1 and kind = 'subscription_burst' and details ->> 'subscriptionId' = $2`,
      [admin, subscription.id],
    );
    return rows.map(({ periods }) => periods);
  };
  await pass('2028-03-10');
  expect(await notices()).toEqual([]);
  await pass('2028-06-09');
  expect(await notices()).toEqual([]);
  await pass('2028-08-10');
  await runUntilDone(context());
  expect(await notices()).toEqual([3]);
});

test('the ledger adds up after subscriptions were charged, changed, suspended and stopped', async () => {
  expect(await checkLedger(db)).toEqual([]);
});
