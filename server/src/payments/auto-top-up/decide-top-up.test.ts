import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideAhead, decideTopUp, type Standing } from './decide-top-up.ts';

const usual: Standing = {
  thresholdMinor: 1000,
  targetMinor: 5000,
  monthlyCapMinor: 20_000,
  balanceMinor: 900,
  pendingMinor: 0,
  spentMinor: 0,
  attemptsInDay: 0,
  limits: { minimum: 100, maximum: 50_000 },
};

test.each<[what: string, Partial<Standing>, object]>([
  ['a balance at the threshold', { balanceMinor: 1000 }, { kind: 'none' }],
  ['a balance below it', {}, { kind: 'charge', amountMinor: 4100 }],
  ['a debt', { balanceMinor: -3000 }, { kind: 'charge', amountMinor: 8000 }],
  ['a top-up under way that is enough', { pendingMinor: 100 }, { kind: 'none' }],
  ['a top-up under way that is not', { balanceMinor: 100, pendingMinor: 50 }, { kind: 'charge', amountMinor: 4850 }],
  ['a rest of the cap that lifts the balance', { spentMinor: 19_000 }, { kind: 'charge', amountMinor: 1000 }],
  [
    'a rest of the cap that does not',
    { balanceMinor: -100, spentMinor: 19_500 },
    { kind: 'wait', reason: 'monthly_cap' },
  ],
  ['a rest of the cap that is no payment', { spentMinor: 19_901 }, { kind: 'wait', reason: 'monthly_cap' }],
  ['a cap that is spent', { spentMinor: 20_000 }, { kind: 'wait', reason: 'monthly_cap' }],
  ['a cap that was lowered', { spentMinor: 30_000 }, { kind: 'wait', reason: 'monthly_cap' }],
  ['ten attempts in a day', { attemptsInDay: 10 }, { kind: 'wait', reason: 'daily_limit' }],
  [
    'a debt larger than one payment',
    { balanceMinor: -90_000, monthlyCapMinor: 200_000 },
    { kind: 'charge', amountMinor: 50_000 },
  ],
])('an automatic top-up is decided by the terms of its rule: %s', (_, changes, decision) => {
  expect(decideTopUp({ ...usual, ...changes })).toEqual(decision);
});

test('an automatic top-up is always within the limits and the cap, beyond the target only as the least payment, and made only below the threshold', () => {
  const amount = (max: number) => fc.integer({ min: 0, max });
  const standing = fc.record({
    thresholdMinor: amount(10_000),
    targetMinor: amount(60_000),
    monthlyCapMinor: amount(200_000),
    balanceMinor: fc.integer({ min: -100_000, max: 20_000 }),
    pendingMinor: amount(20_000),
    spentMinor: amount(200_000),
    attemptsInDay: fc.nat(12),
    limits: fc.constant(usual.limits),
  });
  fc.assert(
    fc.property(standing, (drawn) => {
      const decision = decideTopUp(drawn);
      const expected = drawn.balanceMinor + drawn.pendingMinor;
      expect(decision.kind === 'none').toBe(expected >= drawn.thresholdMinor);
      if (decision.kind !== 'charge') return;
      expect(drawn.spentMinor + decision.amountMinor).toBeLessThanOrEqual(drawn.monthlyCapMinor);
      const endMinor = Math.max(drawn.targetMinor, drawn.thresholdMinor, expected + 100);
      expect(expected + decision.amountMinor).toBeLessThanOrEqual(endMinor);
      expect(decision.amountMinor).toBeGreaterThanOrEqual(100);
      expect(decision.amountMinor).toBeLessThanOrEqual(50_000);
    }),
  );
});

test.each<[what: string, Partial<Standing>, missing: number, object]>([
  ['that is below the threshold anyway', {}, 50, { kind: 'charge', amountMinor: 4100 }],
  ['of a balance above the threshold', { balanceMinor: 2000 }, 500, { kind: 'charge', amountMinor: 3000 }],
  ['beyond the target', { balanceMinor: 2000 }, 8000, { kind: 'charge', amountMinor: 8000 }],
  ['that a top-up under way closes', { balanceMinor: 2000, pendingMinor: 500 }, 500, { kind: 'none' }],
  ['beyond the cap', { balanceMinor: 2000 }, 21_000, { kind: 'none' }],
  ['beyond the cap and below the threshold', {}, 21_000, { kind: 'charge', amountMinor: 4100 }],
  ['at the limit of a day', { balanceMinor: 2000, attemptsInDay: 10 }, 500, { kind: 'wait', reason: 'daily_limit' }],
  ['below the least payment', { balanceMinor: 4950 }, 70, { kind: 'charge', amountMinor: 100 }],
  ['below the least payment, beyond the cap', { balanceMinor: 4950, spentMinor: 19_901 }, 70, { kind: 'none' }],
  ['of nothing', { balanceMinor: 2000 }, -500, { kind: 'none' }],
])('an automatic top-up for a shortage ahead is decided %s', (_, changes, missingMinor, decision) => {
  expect(decideAhead({ ...usual, ...changes }, missingMinor)).toEqual(decision);
});
