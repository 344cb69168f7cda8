import { expect, test } from 'vitest';
import { choiceOf } from './search.ts';

test('an address that says nothing means thirty days', () => {
  expect(choiceOf({})).toEqual({ period: '30d', step: undefined, currency: undefined });
});

test('what makes no sense in an address is passed over', () => {
  expect(choiceOf({ period: 'toString', step: 'hour', currency: 'GOLD' })).toEqual(choiceOf({}));
});

test('a step that does not suit the period is left to the server', () => {
  expect(choiceOf({ period: '365d', step: 'day' }).step).toBeUndefined();
  expect(choiceOf({ period: '90d', step: 'day' }).step).toBe('day');
});
