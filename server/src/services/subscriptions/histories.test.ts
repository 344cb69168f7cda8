import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { ignoreProblem } from '../../../tests/support/history-rows.ts';
import { historySteps } from '../../../tests/support/history-steps.ts';
import { SubscriptionHistory } from '../../../tests/support/subscription-history.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.SUBSCRIPTION_RUNS ?? 4);
const seed = Number(process.env.SUBSCRIPTION_SEED ?? 24);
vi.setConfig({ testTimeout: 120_000 * numRuns });

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(() => database.remove());

const tariff = fc.record({
  priceMinor: fc.integer({ min: 0, max: 20_000 }),
  period: fc.record({
    unit: fc.constantFrom(...(['day', 'week', 'week', 'month', 'month', 'month', 'quarter', 'year'] as const)),
    count: fc.constantFrom(1, 1, 2),
  }),
  anchor: fc.constantFrom('calendar' as const, 'connection' as const),
  setupFeeMinor: fc.constantFrom(0, 5000),
  trialDays: fc.constantFrom(0, 3, 10),
  graceDays: fc.constantFrom(0, 4, 12),
  maxQuantity: fc.constant(5),
  mayPause: fc.constant(true),
  refundOnStop: fc.boolean(),
});

/** The second organization, which has less than the fee, tries the second tariff: its first charge is paid late. */
const tariffs = fc
  .array(tariff, { minLength: 2, maxLength: 3 })
  .map((all) =>
    all.map((one, place) => (place === 1 ? { ...one, setupFeeMinor: 5000, trialDays: one.trialDays || 3 } : one)),
  );

const day = 86_400;
const step = fc.record({
  do: fc.constantFrom(...historySteps),
  /** From a second to months. */
  seconds: fc.constantFrom(1, 30_000, day, 3 * day, 5 * day, 9 * day, 14 * day, 20 * day, 45 * day, 100 * day),
  which: fc.nat({ max: 20 }),
  amount: fc.integer({ min: 1, max: 60_000 }),
});

const paidLate = fc.tuple(
  fc.record({ do: fc.constant('until' as const), seconds: fc.constant(0), which: fc.constant(1), amount: fc.nat(20) }),
  fc.constant({ do: 'top up' as const, seconds: 0, which: 0, amount: 30_000 }),
);

// Other histories in each.
const zones = ['Europe/Moscow', 'Asia/Kamchatka', 'America/New_York'];

test.each(zones)(
  'whatever is done to subscriptions in %s, each day is charged once, at the price and discount in force, as was shown before',
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(
        // Small values alone would connect and charge next to nothing.
        fc.noBias(tariffs),
        fc.noBias(paidLate),
        fc.noBias(fc.array(step, { minLength: 40, maxLength: 60 })),
        async (tariffs, first, steps) => {
          const history = new SubscriptionHistory(database.db, zone);
          await history.begin(tariffs);
          for (const one of [...first, ...steps]) {
            await history.take(one).catch(ignoreProblem);
            await history.check();
          }
          expect(await checkLedger(database.db)).toEqual([]);
        },
      ),
      { numRuns, seed: seed + zones.indexOf(zone), endOnFailure: true },
    );
  },
);
