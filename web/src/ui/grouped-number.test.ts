import { expect, test } from 'vitest';
import { groupDigits } from './grouped-number.tsx';

test('digit groups of an account lose no digit', () => {
  expect(groupDigits('40702810900000002851')).toEqual(['40702', '810', '9', '0000', '0002851']);
});

test('a number that is no account stays ungrouped', () => {
  expect(groupDigits('044525225')).toEqual(['044525225']);
});
