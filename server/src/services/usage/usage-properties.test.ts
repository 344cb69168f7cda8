import { randomUUID } from 'node:crypto';
import { toMillionths } from '@kazna/contract/shared/usage-price';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { fundedOrganization } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { plantTariff, runUntilDone, setClock } from '../../../tests/support/services.ts';
import { plantMeter, usageContext } from '../../../tests/support/usage.ts';
import { aggregationKinds, expectedOf, quantityOf } from '../../../tests/support/usage-model.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import type { Database } from '../../platform/db/database.ts';
import { selectLines } from '../subscriptions/lines-store.ts';
import * as operations from '../subscriptions/operations.ts';
import { dayIn, startOfDayIn } from '../subscriptions/periods.ts';
import { selectQuantity } from './hours-store.ts';
import { selectMeters } from './meters-store.ts';
import { deleteUsage, sendUsage } from './send-usage.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.USAGE_RUNS ?? 8);
const seed = Number(process.env.USAGE_SEED ?? 25);
vi.setConfig({ testTimeout: 60_000 * numRuns });

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

/** From noon of 25 January to the end of the month. */
const daysMs = 6.5 * 86_400_000;
const monthEndIn = (zone: string) => Date.parse(startOfDayIn(zone, '2027-02-01'));

const event = fc.record({
  kind: fc.constantFrom(...aggregationKinds),
  organization: fc.nat({ max: 1 }),
  /** In tenths. */
  tenths: fc.integer({ min: -30, max: 50 }),
  /** Around the end of the month. Few hours, so that many events meet in one. */
  minutes: fc.constantFrom(-9355, -9354, -60, -1, 0, 1, 60, 2640),
  user: fc.constantFrom('а', 'б', 'в'),
  isDeleted: fc.constantFrom(false, false, false, true),
});
type Drawn = typeof event extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  events: fc.array(event, { minLength: 25, maxLength: 60 }),
  /** How the events are sent: each as often as it stands here, in this order, in batches of this size by several calls at once. */
  sent: fc.array(fc.nat({ max: 59 }), { minLength: 0, maxLength: 80 }),
  /** Small ones may have adding meters alone, which take another path. */
  batchSize: fc.constantFrom(1, 2, 25),
});

async function connectOne(zone: string, organizationId: string, tariffId: string): Promise<string> {
  const form = { tariffId };
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true, key: randomUUID() };
  return (await operations.subscribe({ db, zone }, { ...who, form }, async () => {})).id;
}

async function play(
  zone: string,
  { events, sent, batchSize }: typeof history extends fc.Arbitrary<infer T> ? T : never,
) {
  const monthEndMs = monthEndIn(zone);
  await setClock(db, new Date(monthEndMs - daysMs).toISOString());
  const keys = new Map<string, string>();
  for (const kind of aggregationKinds)
    keys.set(kind, await plantMeter(db, { aggregation: kind, ...(kind === 'unique' && { property: 'user' }) }));
  const meters = aggregationKinds.map((kind) => ({
    meter: keys.get(kind) as string,
    price: {
      model: 'graduated' as const,
      tiers: [
        { upTo: 2, unitMinor: '1.25', flatMinor: 7 },
        { upTo: null, unitMinor: 3, flatMinor: 11 },
      ],
    },
    ...{ includedQuantity: 0, minimumMinor: 5 },
  }));
  const tariff = await plantTariff(db, { priceMinor: 0, anchor: 'calendar', meters });
  const organizations = [await fundedOrganization({ db }, 1_000_000), await fundedOrganization({ db }, 1_000_000)];
  const subscriptions: string[] = [];
  for (const organizationId of organizations) subscriptions.push(await connectOne(zone, organizationId, tariff.id));
  const bodies = events.map((one) => ({
    ...{ id: randomUUID(), meter: keys.get(one.kind), organizationId: organizations[one.organization] },
    ...{ quantity: quantityOf(one), properties: { user: one.user } },
    occurredAt: new Date(monthEndMs + one.minutes * 60_000).toISOString(),
  }));
  const order = [...sent.filter((place) => place < bodies.length), ...bodies.keys()];
  const batches = Array.from({ length: Math.ceil(order.length / batchSize) }, (_, index) =>
    order.slice(index * batchSize, (index + 1) * batchSize).map((place) => bodies[place]),
  );
  // January is charged meanwhile: whatever comes after its charge is late, and may be in the middle of it.
  await setClock(db, '2027-02-07T09:00:00Z');
  const processes = [usageContext(db), usageContext(db), usageContext(db)];
  const bill = () => runUntilDone({ db, zone, onBurst: () => {} });
  const send = (some: typeof batches) =>
    some.map((batch, index) => sendUsage(processes[index % 3] as (typeof processes)[0], batch));
  const half = Math.ceil(batches.length / 2);
  await Promise.all(send(batches.slice(0, half)));
  await Promise.all([bill(), ...send(batches.slice(half))]);
  await bill();
  const remove = (place: number) => deleteUsage(usageContext(db), bodies[place]?.id as string);
  await Promise.all([bill(), ...events.map((one, place) => one.isDeleted && remove(place))]);
  await setClock(db, '2027-04-20T09:00:00Z');
  await bill();
  return { keys, organizations, subscriptions };
}

test.each(['Europe/Moscow', 'America/New_York'])(
  'sums of usage in %s are those of the distinct events, and bills are their price, whatever the order, repetition, batches, processes and charges meanwhile',
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(history, async (drawn) => {
        const { keys, organizations, subscriptions } = await play(zone, drawn);
        const all = await selectMeters(db);
        for (const [index, organizationId] of organizations.entries()) {
          const own = drawn.events.filter(({ organization }) => organization === index);
          for (const kind of aggregationKinds) {
            const meter = all.find(({ key }) => key === keys.get(kind)) as (typeof all)[0];
            const asked = { organizationId, meter, from: '2027-01-01T00:00:00Z', to: '2027-03-01T00:00:00Z' };
            expect([kind, await selectQuantity(db, asked)]).toEqual([kind, expectedOf(kind, own)]);
          }
          const charged = (await selectLines(db, subscriptions[index] as string, 1000)).filter(({ kind }) =>
            kind.startsWith('usage'),
          );
          const sum = charged.reduce((total, { amountMinor }) => total + amountMinor, 0);
          expect(sum).toBe(billOf(zone, own));
        }
        expect(await db.transaction((tx) => checkLedger(tx))).toEqual([]);
      }),
      { numRuns, seed },
    );
  },
);

/** January's week and February apart, each meter by the price above, in ten-thousandths of a kopeck. */
function billOf(zone: string, events: Drawn[]): number {
  const monthOf = ({ minutes }: Drawn) =>
    dayIn(zone, new Date(monthEndIn(zone) + minutes * 60_000).toISOString()).slice(0, 7);
  let sum = 0;
  for (const month of ['2027-01', '2027-02'])
    for (const kind of aggregationKinds) {
      const quantity =
        Number(
          expectedOf(
            kind,
            events.filter((one) => monthOf(one) === month),
          ),
        ) / 1_000_000;
      if (quantity <= 0) continue;
      const exact = 7 + 1.25 * Math.min(quantity, 2) + (quantity > 2 ? 11 + 3 * (quantity - 2) : 0);
      sum += Math.max(month === '2027-01' ? 1 : 5, Math.floor(exact + 0.5 + 1e-9));
    }
  return sum;
}

test('a decimal text is the same number of millionths whatever its zeros', () => {
  expect([toMillionths('1.5'), toMillionths('1.500000'), toMillionths(1.5)]).toEqual([
    1_500_000n,
    1_500_000n,
    1_500_000n,
  ]);
});
