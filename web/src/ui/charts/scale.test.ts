import { expect, test } from 'vitest';
import { labelledEvery, ticksUpTo } from './scale.ts';

test('a chart axis has round steps up to at least the maximum', () => {
  expect(ticksUpTo(93)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksUpTo(1_234_500)).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  expect(ticksUpTo(4)).toEqual([0, 1, 2, 3, 4]);
});

test('a chart axis without values still has a height', () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
});

test('chart labels are thinned out until they fit', () => {
  expect(labelledEvery(30, 1200, 40)).toBe(1);
  expect(labelledEvery(30, 300, 50)).toBe(5);
});
