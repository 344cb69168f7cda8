import { maxDeclinesInRow } from '@kazna/contract/cabinet/auto-top-up';
import { declineReasons } from '@kazna/contract/cabinet/decline-reasons';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { TopUpRound } from '../../../tests/support/top-up-round.ts';
import { type PaymentProvider, ProviderUnavailable, providersOf } from '../providers/provider.ts';
import type { TopUpContext } from './attempt-top-up.ts';
import { topUpAllDue } from './attempt-top-up.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.TOP_UP_RUNS ?? 3);
const seed = Number(process.env.TOP_UP_SEED ?? 0);

let shop: Shop;
/** Both run their own loops all the time, besides what the test asks of them. */
let processes: [Shop | TestApp, TestApp];
let key: string;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
  processes = [shop, await shop.startSecondProcess()];
  ({ key } = await newKey(shop));
});
afterAll(async () => {
  await processes[1].close();
  await shop.close();
});

/** A worker that dies before its question reaches the provider, or before it hears the answer. */
function dying(provider: PaymentProvider, when: 'before' | 'after'): PaymentProvider {
  const createPayment: PaymentProvider['createPayment'] = async (intent) => {
    if (when === 'after') await provider.createPayment(intent);
    throw new ProviderUnavailable('the worker is dead');
  };
  return { ...provider, createPayment };
}

function workerOf(app: Pick<TestApp, 'db' | 'queue'>, death?: 'before' | 'after'): TopUpContext {
  const { default: real } = shop.providers;
  return {
    db: app.db,
    queue: app.queue,
    providers: death ? providersOf(dying(real, death)) : shop.providers,
    publicUrl: shop.url,
    receiptEmail: 'shop@example.ru',
    referralRules: { percent: 0, capMinor: 0, delayDays: 0 },
    pollBackoffSeconds: [1],
    readMissing: async () => 0,
  };
}

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('charge' as const), amount: fc.integer({ min: 2000, max: 15_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('burst' as const), amount: fc.integer({ min: 1, max: 3000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('decline' as const), reason: fc.constantFrom(...declineReasons) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('no-answer' as const),
      fault: fc.constantFrom('error_500_before', 'error_500_after', 'drop_after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pend' as const), ms: fc.integer({ min: 0, max: 1500 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('death' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 3, 9, 25, 50, -2) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function act(round: TopUpRound, step: Action): Promise<void> {
  if (step.do === 'charge') await round.charge(step.amount);
  else if (step.do === 'burst') await round.burst(step.amount);
  else if (step.do === 'decline')
    await shop.provider.misbehave({ on: 'autopayment', do: 'decline', reason: step.reason });
  else if (step.do === 'no-answer') await shop.provider.misbehave({ on: 'create', do: step.fault });
  else if (step.do === 'pend') await shop.provider.misbehave({ on: 'autopayment', do: 'pending', ms: step.ms });
  else if (step.do === 'death') await topUpAllDue(workerOf(processes[1], step.when));
  else if (step.do === 'pass') await round.pass(step.hours);
  else await round.resume();
  // Three workers at once, besides the loops of the two processes.
  const [first, second] = processes;
  await Promise.all([first, second, first].map((app) => topUpAllDue(workerOf(app))));
}

test('whatever charges, declines, missing answers, deaths and clock steps come, a rule keeps its promises and the balance recovers', async () => {
  const rounds = fc.array(action, { minLength: 25, maxLength: 45 });
  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      const round = new TopUpRound(shop, key);
      await round.begin();
      let declinesInRow = 0;
      let seen = 0;
      for (const step of steps) {
        await act(round, step);
        await round.holds();
        const settled = (await round.attempts()).filter(({ status }) => status !== 'pending');
        // A decline that came along with the resumption may belong to either side of it.
        if (step.do === 'resume') [declinesInRow, seen] = [0, settled.length];
        for (const { status } of settled.slice(seen)) declinesInRow = status === 'canceled' ? declinesInRow + 1 : 0;
        seen = settled.length;
        expect(declinesInRow).toBeLessThanOrEqual(maxDeclinesInRow);
        if (declinesInRow === maxDeclinesInRow) expect((await round.rule())?.state).toBe('paused');
      }
      await round.end();
    }),
    { numRuns, seed, endOnFailure: true },
  );
}, 600_000);
