import { expect, test } from 'vitest';
import { formatCount, pluralForm } from './plural.ts';

const payments = ['платёж', 'платежа', 'платежей'] as const;

test('a noun takes the plural form of its number', () => {
  const forms = (counts: number[]) => counts.map((count) => pluralForm(count, payments));
  expect(forms([1, 21, 101])).toEqual(['платёж', 'платёж', 'платёж']);
  expect(forms([2, 3, 4, 22])).toEqual(['платежа', 'платежа', 'платежа', 'платежа']);
  expect(forms([0, 5, 11, 12, 14, 111])).toEqual(Array(6).fill('платежей'));
});

test('a count keeps its number and its noun together', () => {
  expect(formatCount(5, payments)).toBe('5\u00a0платежей');
});
