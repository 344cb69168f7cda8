import { expect, test } from 'vitest';
import { compactNumber } from './compact-number.ts';

test('compactNumber says a number as the compact notation of Intl does', () => {
  const intl = new Intl.NumberFormat('ru', { notation: 'compact', maximumFractionDigits: 1 });
  const thousands = [1000, 1250, 15_300, 250_000, 999_949, 999_990];
  const sizes = [0.5, 7, 250, 999, ...thousands, 1_000_000, 2_500_000, 7e8, 1.24e9, 3e12];
  for (const value of [0, ...sizes, ...sizes.map((size) => -size)]) {
    expect(compactNumber(value)).toBe(intl.format(value).replace('-', '\u2212'));
  }
});
