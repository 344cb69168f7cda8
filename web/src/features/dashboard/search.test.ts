import { expect, test } from 'vitest';
import { choiceOf } from './search.ts';

test('the dashboard’s default period is thirty days', () => {
  expect(choiceOf({})).toEqual({ period: '30d', step: undefined, currency: undefined });
});

test('invalid search parameters of the dashboard are ignored', () => {
  expect(choiceOf({ period: 'toString', step: 'hour', currency: 'GOLD' })).toEqual(choiceOf({}));
});

test('a step that does not fit the period is left to the server', () => {
  expect(choiceOf({ period: '365d', step: 'day' }).step).toBeUndefined();
  expect(choiceOf({ period: '90d', step: 'day' }).step).toBe('day');
});
