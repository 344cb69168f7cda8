import { expect, test } from 'vitest';
import { groupDigits } from './grouped-number.tsx';

test('digit groups of bank details lose no digit', () => {
  expect(groupDigits('40702810900000002851', 'account')).toEqual(['40702', '810', '9', '0000', '0002851']);
  expect(groupDigits('044525225', 'bik')).toEqual(['044', '525', '225']);
});

test('a requisite of unknown length stays ungrouped', () => {
  expect(groupDigits('123', 'bik')).toEqual(['123']);
});
