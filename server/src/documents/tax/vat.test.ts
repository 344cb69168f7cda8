import { expect, test } from 'vitest';
import { type VatRate, vatIncluded } from './vat.ts';

test.each<[number, VatRate, number]>([
  [12_000_000, 22, 2_163_934],
  [12_000_000, 5, 571_429],
  [12_000_000, 7, 785_047],
  [10_000, 22, 1803],
  [100_000, 22, 18_033],
  [500_000, 22, 90_164],
  [110_000, 10, 10_000],
  [12_000_000, 0, 0],
  [12_000_000, null, 0],
  [1, 22, 0],
])('of %i kopecks at %s %% the VAT is %i', (amount, rate, vat) => {
  expect(vatIncluded(amount, rate)).toBe(vat);
});

test('the VAT of what is given back rounds to a plain zero', () => {
  expect(vatIncluded(-1, 5)).toBe(0);
  expect(vatIncluded(-10_000, 22)).toBe(-1803);
});
