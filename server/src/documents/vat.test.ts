import { expect, test } from 'vitest';
import { taxPeriodOn, type VatRate, vatIncluded } from './vat.ts';

test.each<[number, VatRate, number]>([
  [12_000_000, 22, 2_163_934],
  [12_000_000, 5, 571_429],
  [12_000_000, 7, 785_047],
  [10_000, 22, 1803],
  [100_000, 22, 18_033],
  [12_000_000, 20, 2_000_000],
  [500_000, 22, 90_164],
  [110_000, 10, 10_000],
  [12_000_000, 0, 0],
  [12_000_000, null, 0],
  [1, 22, 0],
  [0, 22, 0],
])('the VAT of %i kopecks at %s %% is %i', (amount, rate, vat) => {
  expect(vatIncluded(amount, rate)).toBe(vat);
});

test('the VAT of what is given back rounds to a plain zero', () => {
  expect(vatIncluded(-1, 5)).toBe(0);
  expect(vatIncluded(-10_000, 22)).toBe(-1803);
});

test('the general rate is 20 % until the end of 2025 and 22 % from 2026 on, other rates do not change', () => {
  const periods = [
    { from: '2020-01-01', regime: 'usn' as const, vat: 5 as const },
    { from: '2025-07-01', regime: 'osno' as const, vat: 22 as const },
  ];
  const rates = ['2025-06-30', '2025-07-01', '2025-12-31', '2026-01-01'].map((day) => taxPeriodOn(periods, day)?.vat);
  expect(rates).toEqual([5, 20, 20, 22]);
});
