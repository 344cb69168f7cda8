import { expect, test } from 'vitest';
import { groupDigits } from './digits.ts';

test('digit groups of requisites lose no digit', () => {
  expect(groupDigits('7707083893', 'inn')).toEqual(['7707', '083', '893']);
  expect(groupDigits('500100732259', 'inn')).toEqual(['5001', '0073', '2259']);
  expect(groupDigits('40702810900000002851', 'account')).toEqual(['40702', '810', '9', '0000', '0002851']);
  expect(groupDigits('773601001', 'kpp').join('')).toBe('773601001');
});

test('a requisite of unknown length stays ungrouped', () => {
  expect(groupDigits('123', 'bik')).toEqual(['123']);
});
