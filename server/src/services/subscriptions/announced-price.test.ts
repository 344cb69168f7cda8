import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { monthly, plantTariff } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { insertVersion, markToAnnounce } from '../catalogue/catalogue-store.ts';
import { selectLines } from './lines-store.ts';
import { change, pause, resume, stop } from './operations.ts';
import { nextChargeOf, presentSubscription } from './present.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions-store.ts';

const engine = engineForThisFile();
const { pass, staff, zone } = engine;
const createdBy = jobActors.subscriptions;

const connect = async (tariffId: string) =>
  engine.connect(await fundedOrganization({ db: engine.db }, 1_000_000), tariffId);

/** In force for new subscriptions from long ago, for running ones from the day. */
const announce = (
  { id, versionId }: { id: string; versionId: string },
  priceMinor: number,
  runningFrom: string,
  number = 2,
  terms: Partial<TariffTerms> = {},
) =>
  engine.db.transaction(async (tx) => {
    const version = { id: uuidv7(), tariffId: id, number, terms: { ...monthly, ...terms, priceMinor } };
    await insertVersion(tx, { ...version, from: '2020-01-02', runningFrom, createdBy });
    await markToAnnounce(tx, id, versionId);
  });

const rowOf = async ({ id }: { id: string }) => (await findSubscription(engine.db, id)) as SubscriptionRow;
const chargedFor = async ({ id }: { id: string }) =>
  (await selectLines(engine.db, id, 100)).reverse().map(({ kind, from, amountMinor }) => [kind, from, amountMinor]);

test('an announced price is charged from the first period that begins on its day or later', async () => {
  await pass('2027-01-10');
  const tariff = await plantTariff(engine.db);
  const subscription = await connect(tariff.id);
  await announce(tariff, 50_000, '2027-03-01');
  await pass('2027-01-11');
  await pass('2027-04-11');
  expect(await chargedFor(subscription)).toEqual([
    ['period', '2027-01-10', 30_000],
    ['period', '2027-02-10', 30_000],
    ['period', '2027-03-10', 50_000],
    ['period', '2027-04-10', 50_000],
  ]);
});

test('days of grace cost the price announced for the period that they lie in', async () => {
  await pass('2033-01-01');
  const week = { priceMinor: 7000, period: { unit: 'week', count: 1 }, graceDays: 10 } as const;
  const tariff = await plantTariff(engine.db, week);
  const organizationId = await fundedOrganization({ db: engine.db }, 14_000);
  const subscription = await engine.connect(organizationId, tariff.id);
  await announce(tariff, 14_000, '2033-01-20', 2, week);
  for (const day of ['2033-01-02', '2033-01-15', '2033-01-25']) await pass(day);
  expect(await rowOf(subscription)).toMatchObject({ status: 'suspended', chargedTo: '2033-01-15' });
  await topUp(engine, organizationId, 100_000);
  await pass('2033-01-26');
  expect((await chargedFor(subscription)).slice(2)).toEqual([
    ['grace', '2033-01-15', 7000],
    ['grace', '2033-01-22', 6000],
    ['resume', '2033-01-26', 6000],
  ]);
});

test('the day that is shown for an announced price is that of the first charge at it, and none where the subscription ends before', async () => {
  await pass('2030-01-31');
  const tariff = await plantTariff(engine.db, { mayPause: true, graceDays: 2 });
  const subscription = await connect(tariff.id);
  await announce(tariff, 50_000, '2030-03-30');
  const shown = async (day: string) => {
    await pass(day);
    return presentSubscription(await rowOf(subscription), day).announcedPrice?.from;
  };
  expect(await shown('2030-02-01')).toBe('2030-03-31');
  await pause({ db: engine.db, zone }, staff, subscription.id);
  expect(await shown('2030-02-02')).toBe('2030-03-30');
  await resume({ db: engine.db, zone }, staff, subscription.id);
  await stop({ db: engine.db, zone }, staff, subscription.id, { when: 'period_end' });
  expect(await shown('2030-02-03')).toBeUndefined();
  await resume({ db: engine.db, zone }, staff, subscription.id);
  expect(await shown('2030-03-20')).toBe('2030-03-31');
  await pass('2030-03-31');
  expect((await chargedFor(subscription)).at(-1)).toEqual(['period', '2030-03-31', 50_000]);
});

test('an announced price is charged fourteen days after the notice and not a day before, though its own day has come', async () => {
  await pass('2031-01-01');
  const tariff = await plantTariff(engine.db, { priceMinor: 1000, period: { unit: 'day', count: 1 } });
  const subscription = await connect(tariff.id);
  await announce(tariff, 2000, '2031-01-05', 2, { period: { unit: 'day', count: 1 } });
  await pass('2031-01-02');
  for (const day of ['2031-01-09', '2031-01-14', '2031-01-15', '2031-01-16', '2031-01-17']) await pass(day);
  // Notified on 2 January.
  expect((await chargedFor(subscription)).slice(-3)).toEqual([
    ['period', '2031-01-15', 1000],
    ['period', '2031-01-16', 2000],
    ['period', '2031-01-17', 2000],
  ]);
});

test('a price announced for one tariff does not follow a subscription to another', async () => {
  await pass('2027-05-10');
  const cheap = await plantTariff(engine.db);
  const dear = await plantTariff(engine.db, { priceMinor: 90_000 }, cheap.serviceId);
  const subscription = await connect(cheap.id);
  await announce(cheap, 40_000, '2027-06-01');
  await pass('2027-05-11');
  await change({ db: engine.db, zone }, staff, subscription.id, { tariffId: dear.id });
  await pass('2027-06-11');
  expect((await chargedFor(subscription)).at(-1)).toEqual(['period', '2027-06-10', 90_000]);
});

test('a price that is announced while another waits for its day replaces it only from its own day on', async () => {
  await pass('2028-01-10');
  const tariff = await plantTariff(engine.db);
  const subscription = await connect(tariff.id);
  await announce(tariff, 40_000, '2028-02-01');
  await pass('2028-01-11');
  await announce(tariff, 50_000, '2028-03-01', 3);
  await pass('2028-01-12');
  expect(presentSubscription(await rowOf(subscription), '2028-01-12').announcedPrice).toEqual({
    ...{ priceMinor: 40_000, from: '2028-02-10' },
  });
  await pass('2028-03-11');
  expect((await chargedFor(subscription)).slice(1)).toEqual([
    ['period', '2028-02-10', 40_000],
    ['period', '2028-03-10', 50_000],
  ]);
});

test('customers are notified once of each of two prices, also when somebody connects the tariff in between', async () => {
  await pass('2028-05-10');
  const tariff = await plantTariff(engine.db);
  const subscription = await connect(tariff.id);
  await announce(tariff, 40_000, '2028-06-01');
  await announce(tariff, 50_000, '2028-07-01', 3);
  await pass('2028-05-11');
  await engine.db.transaction((tx) => markToAnnounce(tx, tariff.id, tariff.versionId));
  await pass('2028-05-20');
  const announced = async () => (await rowOf(subscription)).announced.map(({ on }) => on);
  expect(await announced()).toEqual(['2028-05-11', '2028-05-11']);
});

test('a tariff that is changed to later brings the price that was announced for it before, fourteen days after its customer is notified', async () => {
  await pass('2028-09-01');
  const dear = await plantTariff(engine.db, { priceMinor: 90_000 });
  const cheap = await plantTariff(engine.db, {}, dear.serviceId);
  const subscription = await connect(dear.id);
  await change({ db: engine.db, zone }, staff, subscription.id, { tariffId: cheap.id });
  await announce(cheap, 40_000, '2028-09-20');
  await pass('2028-09-02');
  await pass('2028-10-01');
  await pass('2028-11-01');
  expect((await chargedFor(subscription)).slice(1)).toEqual([
    ['period', '2028-10-01', 30_000],
    ['period', '2028-11-01', 40_000],
  ]);
});

test('the next charge shown for a scheduled change is that of the new tariff, of whole periods of its own', async () => {
  await pass('2029-01-15');
  const monthly = await plantTariff(engine.db, { priceMinor: 90_000 });
  const yearly = await plantTariff(
    ...([engine.db, { priceMinor: 365_000, period: { unit: 'year', count: 1 } }, monthly.serviceId] as const),
  );
  const subscription = await connect(monthly.id);
  await pass('2029-02-20');
  await change({ db: engine.db, zone }, staff, subscription.id, { tariffId: yearly.id });
  expect(nextChargeOf(await rowOf(subscription))).toEqual({ on: '2029-03-15', amountMinor: 365_000 });
  await pass('2029-03-15');
  expect((await chargedFor(subscription)).at(-1)).toEqual(['period', '2029-03-15', 365_000]);
});

test('the fee for connecting is the one agreed on before the trial, and the notice before names it', async () => {
  await pass('2029-04-01');
  const terms = { trialDays: 30, setupFeeMinor: 1000 };
  const tariff = await plantTariff(engine.db, terms);
  const subscription = await connect(tariff.id);
  expect(nextChargeOf(subscription)?.amountMinor).toBe(31_000);
  await announce(tariff, 40_000, '2029-04-20', 2, { ...terms, setupFeeMinor: 9000 });
  for (const day of ['2029-04-02', '2029-04-29']) await pass(day);
  const next = nextChargeOf(await rowOf(subscription));
  await pass('2029-05-01');
  expect((await chargedFor(subscription)).toSorted()).toEqual([
    ['period', '2029-05-01', 40_000],
    ['setup', '2029-05-01', 1000],
  ]);
  expect(next?.amountMinor).toBe(41_000);
});
