import { expect, test } from 'vitest';
import { labelledEvery, ticksUpTo } from './scale.ts';

test('an axis has round steps and reaches above the greatest value', () => {
  expect(ticksUpTo(93)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksUpTo(1_234_500)).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  expect(ticksUpTo(4)).toEqual([0, 1, 2, 3, 4]);
});

test('an axis of nothing still has a height', () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
});

test('labels are thinned out until they fit', () => {
  expect(labelledEvery(30, 1200, 40)).toBe(1);
  expect(labelledEvery(30, 300, 50)).toBe(5);
});
