import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { plantTariff, runUntilDone } from '../../../tests/support/services.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import type { Database } from '../../platform/db/database.ts';
import { nilUuid, uuidv7 } from '../../platform/db/uuid.ts';
import { selectChargeablePage } from './due-store.ts';
import { subscriptionResumed } from './notifications.ts';
import * as operations from './operations.ts';
import { presentSubscription } from './present.ts';
import { leastNeededFor } from './resume-parts.ts';
import { runDue, runDueBefore } from './run-due.ts';
import { endIdle } from './stop.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions-store.ts';

const engine = engineForThisFile();
const { at, pass, connect, linesOf, staff, zone } = engine;
let db: Database;
beforeAll(() => {
  db = engine.db;
});

interface Tried {
  id: string;
  organizationId: string;
  otherTariffId: string;
}
const context = () => ({ db, zone });
const stop = ({ id }: Tried, when: 'now' | 'period_end') => operations.stop(context(), staff, id, { when });
const calls: Record<string, (one: Tried) => Promise<unknown>> = {
  change: ({ id, otherTariffId }) => operations.change(context(), staff, id, { tariffId: otherTariffId }),
  pause: ({ id }) => operations.pause(context(), staff, id),
  resume: ({ id }) => operations.resume(context(), staff, id),
  'stop now': (one) => stop(one, 'now'),
  'stop at the end': (one) => stop(one, 'period_end'),
};
/** Each begins with a month of June 2031 that is paid, and money for no more. */
const ways: Record<string, (one: Tried) => Promise<unknown>> = {
  active: async () => {},
  stopping: (one) => stop(one, 'period_end'),
  paused: async ({ id, organizationId }) => {
    await operations.pause(context(), staff, id);
    await topUp({ db }, organizationId, 100_000);
  },
  past_due: () => pass('2031-07-02'),
  suspended: () => pass('2031-07-09'),
  ended: (one) => stop(one, 'now'),
};

let one: Tried;
beforeEach(async () => {
  await at('2031-06-01');
  const { id: tariffId, serviceId } = await plantTariff(db, { graceDays: 5, mayPause: true });
  const { id: otherTariffId } = await plantTariff(db, { priceMinor: 100 }, serviceId);
  const organizationId = await fundedOrganization({ db }, 30_000);
  one = { id: (await connect(organizationId, tariffId)).id, organizationId, otherTariffId };
});

test.each([
  ['active', ['resume']],
  ['stopping', ['change', 'pause', 'stop at the end']],
  ['paused', ['pause']],
  ['past_due', ['change', 'pause', 'resume']],
  ['suspended', ['pause', 'resume']],
  ['ended', ['change', 'pause', 'resume', 'stop now', 'stop at the end']],
])('of a subscription that is %s these are refused and change nothing: %s', async (status, refused) => {
  await ways[status]?.(one);
  const before = await findSubscription(db, one.id);
  expect(before?.status).toBe(status);
  const lines = await linesOf(one);
  for (const name of refused)
    await expect(calls[name]?.(one), name).rejects.toMatchObject({ code: 'subscription_not_changeable' });
  expect([await findSubscription(db, one.id), await linesOf(one)]).toEqual([before, lines]);
});

test.each([
  ['active', 'change'],
  ['active', 'pause'],
  ['active', 'stop at the end'],
  ['stopping', 'stop now'],
  ['stopping', 'resume'],
  ['paused', 'change'],
  ['paused', 'resume'],
  ['paused', 'stop now'],
  ['past_due', 'stop now'],
  ['past_due', 'stop at the end'],
  ['suspended', 'change'],
  ['suspended', 'stop at the end'],
])('of a subscription that is %s this is not refused: %s', async (status, name) => {
  await ways[status]?.(one);
  await expect(calls[name]?.(one)).resolves.toMatchObject({ id: one.id });
});

const june = { from: '2031-06-01', to: '2031-07-01' };
const july = { from: '2031-07-01', to: '2031-08-01' };
const nothing = { currentPeriod: null, nextCharge: null, graceTo: null, neededMinor: null, endedOn: null };
test.each([
  ['active', '2031-06-01', { ...nothing, currentPeriod: june, nextCharge: { on: '2031-07-01', amountMinor: 30_000 } }],
  ['stopping', '2031-06-01', { ...nothing, currentPeriod: june }],
  ['paused', '2031-06-01', nothing],
  [
    'past_due',
    '2031-07-02',
    {
      ...{ currentPeriod: july, nextCharge: { on: '2031-07-01', amountMinor: 30_000 } },
      ...{ graceTo: '2031-07-05', neededMinor: 30_000, endedOn: null },
    },
  ],
  // Five days of grace, 4839, and 23 days from the 9th on, 22 258.
  ['suspended', '2031-07-09', { ...nothing, neededMinor: 27_097 }],
  ['ended', '2031-06-01', { ...nothing, endedOn: '2031-06-01' }],
])('of a subscription that is %s its customer sees which days and sums come next', async (status, today, shown) => {
  await ways[status]?.(one);
  const row = (await findSubscription(db, one.id)) as SubscriptionRow;
  expect(presentSubscription(row, today)).toMatchObject({ status, ...shown });
});

test.each(['RUB', 'USD', 'EUR', 'KZT', 'BYN'] as const)(
  'a service that waits for %s goes on once they come',
  async (currency) => {
    const tariff = await plantTariff(db, { graceDays: 5, currency });
    const organizationId = await fundedOrganization({ db }, 0);
    const pay = (amountMinor: number) =>
      db.transaction((tx) => {
        const posting = { kind: 'top_up', from: 'clearing', to: { organizationId }, currency, amountMinor } as const;
        return postTransfer(tx, { ...posting, key: uuidv7() });
      });
    await pay(30_000);
    const { id } = await connect(organizationId, tariff.id);
    await pass('2031-07-02');
    expect(await findSubscription(db, id)).toMatchObject({ status: 'past_due' });
    await pay(30_000);
    await runUntilDone(engine.context());
    expect(await findSubscription(db, id)).toMatchObject({ status: 'active', chargedTo: '2031-08-01' });
  },
);

test.each([
  ['paused', 'ended'],
  ['suspended', 'ended'],
  ['active', 'active'],
  ['stopping', 'stopping'],
  ['past_due', 'past_due'],
])('as an organization closes, a subscription that is %s is then %s', async (status, after) => {
  await ways[status]?.(one);
  await db.transaction((tx) => endIdle(tx, zone, one.organizationId));
  expect(await findSubscription(db, one.id)).toMatchObject({ status: after });
});

test('as an organization closes, its trials end', async () => {
  const organizationId = await fundedOrganization({ db }, 0);
  const { id } = await connect(organizationId, (await plantTariff(db, { trialDays: 10 })).id);
  await db.transaction((tx) => endIdle(tx, zone, organizationId));
  expect(await findSubscription(db, id)).toMatchObject({ status: 'ended' });
});

const lookedAgainFrom = async () => {
  const text = 'select resume_from_minor::int as minor from ledger_accounts where organization_id = $1';
  return (await db.queryText(text, [one.organizationId])).rows[0]?.minor;
};

test('the balance is looked at again for the least that a waiting subscription needs, not for what running ones cost', async () => {
  const { id: tariffId } = await plantTariff(db, { priceMinor: 100 });
  await topUp({ db }, one.organizationId, 200);
  await connect(one.organizationId, tariffId);
  await pass('2031-07-02');
  expect(await lookedAgainFrom()).toBe(30_000);
  await stop(one, 'now');
  expect(await lookedAgainFrom()).toBeNull();
});

test('a step of a subscription that another transaction has locked is skipped', async () => {
  await db.queryText('update subscriptions set next_step_at = null where id <> $1', [one.id]);
  await at('2031-07-02');
  await db.transaction(async (tx) => {
    await tx.queryText('select from subscriptions where id = $1 for update', [one.id]);
    expect(await runDueBefore(engine.context(), one.organizationId, '2031-07-02')).toBe(false);
    expect(await runDue(engine.context())).toBe(false);
  });
  expect(await runDueBefore(engine.context(), one.organizationId, '2031-07-02')).toBe(true);
});

test('after a step of a single subscription there may be more, and after none there is not', async () => {
  await topUp({ db }, one.organizationId, 30_000);
  await pass('2031-06-28');
  await db.queryText('update subscriptions set next_step_at = null where id <> $1', [one.id]);
  await at('2031-07-02');
  expect(await runDue(engine.context())).toBe(true);
  expect(await runDue(engine.context())).toBe(false);
});

test('after the charges of a single trial, which are made together, there may be more', async () => {
  const tariff = await plantTariff(db, { trialDays: 10, setupFeeMinor: 1000 });
  const { id } = await connect(await fundedOrganization({ db }, 31_000), tariff.id);
  await pass('2031-06-09');
  await db.queryText('update subscriptions set next_step_at = null where id <> $1', [id]);
  await at('2031-06-12');
  expect(await runDue(engine.context())).toBe(true);
  expect(await linesOf({ id })).toHaveLength(2);
});

test.each([
  [100_000_000_000, 'insufficient_funds'],
  [100_000_000_001, 'quantity_not_allowed'],
])('connecting for %d a period is refused as %s: the ledger takes no larger charge', async (priceMinor, code) => {
  const tariff = await plantTariff(db, { priceMinor });
  await expect(connect(one.organizationId, tariff.id)).rejects.toMatchObject({ code });
});

test('a fee for connecting of one kopeck is charged too', async () => {
  const tariff = await plantTariff(db, { setupFeeMinor: 1 });
  const { id } = await connect(await fundedOrganization({ db }, 30_001), tariff.id);
  expect((await linesOf({ id })).map(([kind, , , amountMinor]) => [kind, amountMinor])).toContainEqual(['setup', 1]);
});

test('what a change gives back begins with the first day that is charged, also after a pause and going on within a day', async () => {
  await topUp({ db }, one.organizationId, 100_000);
  await at('2031-06-10');
  await operations.pause(context(), staff, one.id);
  await operations.resume(context(), staff, one.id);
  const { serviceId } = (await findSubscription(db, one.id)) as SubscriptionRow;
  const dearer = await plantTariff(db, { priceMinor: 60_000 }, serviceId);
  await operations.change(context(), staff, one.id, { tariffId: dearer.id });
  const credits = (await linesOf(one)).filter(([kind]) => kind === 'credit');
  expect(credits).toEqual(Array(2).fill(['credit', '2031-06-11', '2031-07-01', -20_000]));
});

test('a subscription that owes a kopeck for usage needs that kopeck', async () => {
  const row = (await findSubscription(db, one.id)) as SubscriptionRow;
  expect(leastNeededFor({ ...row, status: 'suspended', usageOwedMinor: 1 }, '2031-06-01')).toBe(1);
});

test.each([
  [100, 'Услуга снова работает, списано'],
  [0, undefined],
])(
  'the notice of a service that goes on for %d names what was charged only where something was',
  (amountMinor, label) => {
    const details = { serviceName: 'Сервер', tariffName: 'Месяц', currency: 'RUB' as const, amountMinor };
    const text = subscriptionResumed.describe({ ...details, on: '2031-06-01', graceTo: '2031-06-01' }, {
      publicUrl: '',
      balances: [],
    } as never);
    expect(text.sum?.[0]).toBe(label);
    expect(text.headline.includes('списано')).toBe(label !== undefined);
  },
);

test('a subscription whose tariff allows no pause is not paused', async () => {
  const tariff = await plantTariff(db, { mayPause: false });
  const { id } = await connect(await fundedOrganization({ db }, 30_000), tariff.id);
  await expect(calls.pause?.({ ...one, id })).rejects.toMatchObject({ code: 'subscription_not_changeable' });
});

test('charges to come are read page by page, each subscription once', async () => {
  for (let more = 0; more < 2; more += 1)
    await connect(await fundedOrganization({ db }, 30_000), (await plantTariff(db)).id);
  const seen: string[] = [];
  for (let after = nilUuid; seen.length < 100; ) {
    const page = (await selectChargeablePage(db, after, 2)).map(({ id }) => id);
    if (page.length === 0) break;
    seen.push(...page);
    after = page.toSorted().at(-1) as string;
  }
  const { rows } = await db.queryText("select id from subscriptions where status in ('trial', 'active', 'past_due')");
  expect(seen.toSorted()).toEqual(rows.map(({ id }) => id as string).toSorted());
});
