import { expect, test } from 'vitest';
import { compactNumber, formatCount, pluralForm } from './numbers.ts';

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

test('compactNumber says a number as the compact notation of Intl does', () => {
  const intl = new Intl.NumberFormat('ru', { notation: 'compact', maximumFractionDigits: 1 });
  const thousands = [1000, 1250, 15_300, 250_000, 999_949, 999_990];
  const sizes = [0.5, 7, 250, 999, ...thousands, 1_000_000, 2_500_000, 7e8, 1.24e9, 3e12];
  for (const value of [0, ...sizes, ...sizes.map((size) => -size)]) {
    expect(compactNumber(value)).toBe(intl.format(value).replace('-', '\u2212'));
  }
});
