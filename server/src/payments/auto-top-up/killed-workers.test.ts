import { declineReasons } from '@kazna/contract/cabinet/decline-reasons';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { newKey } from '../../../tests/support/keys.ts';
import { type KillableWorker, startKillableWorker } from '../../../tests/support/killable-worker.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { TopUpRound } from '../../../tests/support/top-up-round.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.KILL_RUNS ?? 1);
const seed = Number(process.env.KILL_SEED ?? 0);

// A job whose process was killed waits for half a minute.
vi.setConfig({ testTimeout: 180_000 * numRuns });

let shop: Shop;
/** Beside the worker of the shop's own process, which survives and looks more rarely. */
let workers: [KillableWorker, KillableWorker];
let key: string;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
  ({ key } = await newKey(shop));
  workers = [startKillableWorker(shop, '127.0.0.1'), startKillableWorker(shop, 'localhost')];
  await Promise.all(workers.map(({ untilReady }) => untilReady()));
});
afterEach(async () => {
  shop.provider.watch();
  await shop.provider.behave();
});
afterAll(async () => {
  await Promise.all(workers.map(({ end }) => end()));
  await shop.close();
});

/** Of the call that charges the card, as the provider sees it. */
const stages = ['arrived', 'done', 'answered'] as const;
type Stage = (typeof stages)[number];

/** Kills the next worker that charges a card, at the stage. Returns whether that has happened. */
function killAt(stage: Stage): () => boolean {
  let isKilled = false;
  shop.provider.watch(async (now, { method, path, host }) => {
    const worker = workers.find((one) => one.host === host);
    if (isKilled || now !== stage || method !== 'POST' || path !== '/v3/payments' || !worker) return;
    isKilled = true;
    await worker.kill();
    return stage !== 'arrived';
  });
  return () => isKilled;
}

const untilBegun = (round: TopUpRound) => expect.poll(() => round.isDue(), { timeout: 60_000 }).toBe(false);

test.each<[string, Stage]>([
  ['before the provider reads its call', 'arrived'],
  ['before it hears that the card was charged', 'done'],
  ['while it stores the answer', 'answered'],
])('a worker killed %s leaves one charge, one credit and the balance above the threshold', async (_, stage) => {
  const round = new TopUpRound(shop, key);
  await round.begin();
  const isKilled = killAt(stage);
  // The surviving process may be the one that charges: then another month follows.
  for (let turn = 0; turn < 5 && !isKilled(); turn += 1) {
    await round.pass(24 * 32);
    await round.charge(20_000);
    await untilBegun(round);
    await round.untilSettled();
  }
  expect(isKilled()).toBe(true);
  await round.end();
});

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('kill' as const), stage: fc.constantFrom(...stages) }) },
  // At any moment: before its transaction commits, between that and the call, while it stores the answer.
  { weight: 4, arbitrary: fc.record({ do: fc.constant('blackout' as const), ms: fc.integer({ min: 0, max: 120 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('decline' as const), reason: fc.constantFrom(...declineReasons) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('no-answer' as const),
      fault: fc.constantFrom('error_500_before', 'error_500_after', 'drop_after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pend' as const), ms: fc.integer({ min: 0, max: 1500 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function act(round: TopUpRound, step: Action): Promise<void> {
  if (step.do === 'kill') killAt(step.stage);
  else if (step.do === 'decline')
    await shop.provider.misbehave({ on: 'autopayment', do: 'decline', reason: step.reason });
  else if (step.do === 'no-answer') await shop.provider.misbehave({ on: 'create', do: step.fault });
  else if (step.do === 'pend') await shop.provider.misbehave({ on: 'autopayment', do: 'pending', ms: step.ms });
  else if (step.do === 'resume') await round.resume();
}

test('whichever workers are killed at whatever moment, a rule keeps its promises and the balance recovers', async () => {
  const steps = fc.record({
    what: action,
    hours: fc.constantFrom(1, 25, 200, 800, -2),
    amount: fc.integer({ min: 8000, max: 20_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 14 }), async (plan) => {
      const round = new TopUpRound(shop, key);
      await round.begin();
      for (const { what, hours, amount } of plan) {
        await round.pass(hours);
        await act(round, what);
        await round.charge(amount);
        if (what.do === 'blackout') {
          await new Promise((resolve) => setTimeout(resolve, what.ms));
          await Promise.all(workers.map(({ kill }) => kill()));
        }
        await untilBegun(round);
        await round.holds();
      }
      shop.provider.watch();
      await round.end();
    }),
    { numRuns, seed, endOnFailure: true },
  );
});
