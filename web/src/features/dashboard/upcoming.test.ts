// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { firstUncovered } from './upcoming.tsx';

const charges = [
  { on: '2026-11-20', amountMinor: 30_000 },
  { on: '2026-11-28', amountMinor: 50_000 },
  { on: '2026-12-01', amountMinor: 20_000 },
];

test('upcoming charges that the balance does not cover name the first such day and all that lacks', () => {
  expect(firstUncovered(charges, 40_000)).toEqual({ on: '2026-11-28', missingMinor: 60_000 });
});

test('upcoming charges that the balance covers to the kopeck lack nothing', () => {
  expect(firstUncovered(charges, 100_000)).toBeUndefined();
  expect(firstUncovered([], -5)).toBeUndefined();
});
