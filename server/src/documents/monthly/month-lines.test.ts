import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vatIncluded } from '../vat.ts';
import { monthLines } from './month-lines.ts';

const sums = fc.array(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 8 }),
    quantity: fc.integer({ min: 0, max: 1000 }),
    amountMinor: fc.integer({ min: -1_000_000, max: 10_000_000 }),
  }),
  { maxLength: 200 },
);

test('lines of a month add up to the ledger, and their VAT to the VAT of the whole, whatever was charged and refunded', () => {
  fc.assert(
    fc.property(sums, fc.constantFrom(null, 0, 5, 7, 10, 22), (month, vat) => {
      const { lines, amountMinor, vatMinor } = monthLines(month, vat as never);
      expect(amountMinor).toBe(month.reduce((sum, line) => sum + line.amountMinor, 0));
      expect(lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(amountMinor);
      expect(lines.reduce((sum, line) => sum + line.vatMinor, 0)).toBe(vatMinor);
      expect(vatMinor).toBe(vatIncluded(amountMinor, vat as never));
      for (const line of lines) {
        expect(Math.abs(line.vatMinor - vatIncluded(line.amountMinor, vat as never))).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('a month’s VAT is that of the law’s examples', () => {
  const vatOf = (vat: 5 | 7 | 22 | null) =>
    monthLines([{ name: 'Хостинг', quantity: 1, amountMinor: 12_000_000 }], vat).vatMinor;
  expect([vatOf(22), vatOf(5), vatOf(7), vatOf(null)]).toEqual([2_163_934, 571_429, 785_047, 0]);
});

test('a service of which more was given back than charged is a line below zero, and one that came out even is left out', () => {
  const { lines, amountMinor } = monthLines(
    [
      { name: 'Даром', quantity: 2, amountMinor: 0 },
      { name: 'Домен', quantity: 0, amountMinor: -500 },
      { name: 'Хостинг', quantity: 3, amountMinor: 3000 },
    ],
    null,
  );
  expect(lines.map(({ name, amountMinor: amount }) => [name, amount])).toEqual([
    ['Хостинг', 3000],
    ['Возврат: Домен', -500],
  ]);
  expect(amountMinor).toBe(2500);
});
