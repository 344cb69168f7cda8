import { expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { insertOwnedOrganization, insertPerson } from '../../../tests/support/history-rows.ts';
import { plantTariff, runUntilDone, setClock } from '../../../tests/support/services.ts';
import { takePromisedPayment } from '../promised-payments/promised-payment.ts';
import { postpone } from './due-store.ts';
import * as operations from './operations.ts';
import { findSubscription } from './subscriptions-store.ts';

const engine = engineForThisFile();

test('of subscriptions that are due on one day the older one is charged while the money lasts', async () => {
  await engine.at('2030-03-01');
  const { id: tariffId } = await plantTariff(engine.db, { priceMinor: 30_000 });
  const organizationId = await fundedOrganization(engine, 90_000);
  const older = await engine.connect(organizationId, tariffId);
  const newer = await engine.connect(organizationId, tariffId);
  await engine.pass('2030-04-01');
  expect((await findSubscription(engine.db, older.id))?.status).toBe('active');
  expect((await findSubscription(engine.db, newer.id))?.status).toBe('suspended');
});

test('of services that wait for money the one that waits longest is charged first, though it was connected last', async () => {
  await engine.at('2030-05-10');
  const organizationId = await fundedOrganization(engine, 60_000);
  const first = await engine.connect(organizationId, (await plantTariff(engine.db, { priceMinor: 30_000 })).id);
  await engine.at('2030-05-20');
  const longest = await plantTariff(engine.db, { priceMinor: 30_000, period: { unit: 'week', count: 1 } });
  const last = await engine.connect(organizationId, longest.id);
  await engine.pass('2030-06-12');
  await topUp(engine, organizationId, 30_000);
  await engine.pass('2030-06-13');
  expect((await findSubscription(engine.db, last.id))?.status).toBe('active');
  expect((await findSubscription(engine.db, first.id))?.status).toBe('suspended');
});

test('a worker that slept charges what was due first before what the older service was due later', async () => {
  await engine.at('2031-03-01');
  const organizationId = await fundedOrganization(engine, 120_000);
  const older = await engine.connect(organizationId, (await plantTariff(engine.db, { priceMinor: 30_000 })).id);
  await engine.at('2031-03-12');
  const weekly = await plantTariff(engine.db, { priceMinor: 30_000, period: { unit: 'week', count: 1 } });
  const newer = await engine.connect(organizationId, weekly.id);
  await engine.pass('2031-04-01');
  expect((await engine.linesOf(newer)).map(([, from]) => from)).toEqual(['2031-03-12', '2031-03-19', '2031-03-26']);
  expect((await engine.linesOf(older)).map(([, from]) => from)).toEqual(['2031-03-01']);
});

async function promise(ownerId: string, organizationId: string) {
  await engine.db.queryText('update promised_payment_rules set is_allowed = true, max_minor = 100000, days = 3');
  const actor = { id: ownerId, address: null };
  await engine.db.transaction((tx) => takePromisedPayment(tx, actor, { zone: engine.zone, organizationId }));
}

test.each(['at once', 'after a try that failed'])(
  'a worker that slept over a charge and the end of a promise makes the charge with the promise, %s',
  async (when) => {
    await engine.at('2030-03-01');
    const { id: tariffId } = await plantTariff(engine.db, { priceMinor: 30_000, graceDays: 5 });
    const ownerId = await insertPerson(engine.db);
    const organizationId = await insertOwnedOrganization(engine.db, ownerId, 30_000);
    const subscription = await engine.connect(organizationId, tariffId);
    await engine.at('2030-03-30');
    await promise(ownerId, organizationId);
    await engine.at('2030-04-10');
    if (when !== 'at once') {
      await postpone(engine.db, subscription.id);
      await runUntilDone(engine.context());
      await setClock(engine.db, '2030-04-10T09:06:00Z');
    }
    await runUntilDone(engine.context());
    expect(await engine.linesOf(subscription)).toEqual([
      ['period', '2030-03-01', '2030-04-01', 30_000],
      ['period', '2030-04-01', '2030-05-01', 30_000],
      ['credit', '2030-04-11', '2030-05-01', -20_000],
    ]);
    expect(await findSubscription(engine.db, subscription.id)).toMatchObject({
      status: 'suspended',
      chargedTo: '2030-04-11',
    });
  },
);

test('a service that was stopping ends on its own day, although the worker slept over it and the end of a promise before', async () => {
  await engine.at('2030-02-28');
  const { id: tariffId } = await plantTariff(engine.db, { priceMinor: 30_000 });
  const ownerId = await insertPerson(engine.db);
  const organizationId = await insertOwnedOrganization(engine.db, ownerId, 60_000);
  await engine.connect(organizationId, tariffId);
  await engine.pass('2030-03-05');
  const stopping = await engine.connect(organizationId, tariffId);
  await engine.pass('2030-03-27');
  await promise(ownerId, organizationId);
  await operations.stop(engine.context(), engine.staff, stopping.id, { when: 'period_end' });
  await engine.pass('2030-04-10');
  expect(await findSubscription(engine.db, stopping.id)).toMatchObject({ status: 'ended', endedOn: '2030-04-05' });
});

test.each(['after the trial', 'paid late, in the days of grace'])(
  'the fee for connecting takes money before the days that come with it, %s',
  async (when) => {
    await engine.at('2030-03-01');
    const terms = { priceMinor: 30_000, setupFeeMinor: 5000, trialDays: 3, graceDays: 5 };
    const { id: tariffId } = await plantTariff(engine.db, terms);
    const isLate = when !== 'after the trial';
    const organizationId = await fundedOrganization(engine, isLate ? 1 : 90_000);
    const subscription = await engine.connect(organizationId, tariffId);
    await engine.pass('2030-03-04');
    if (isLate) {
      await topUp(engine, organizationId, 90_000);
      await engine.pass('2030-03-05');
    }
    expect((await engine.linesOf(subscription)).map(([kind]) => kind)).toEqual(['setup', 'period']);
  },
);
