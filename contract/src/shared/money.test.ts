import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Currency, currencies, formatMoney, fromDecimal, parseAmount, toDecimal } from './money.ts';

describe('what a person types', () => {
  test.each([
    ['1500', 150_000],
    ['1500,5', 150_050],
    ['1500.50', 150_050],
    ['1 500,50', 150_050],
    ['1\u00a0500,50', 150_050],
    ['1\u202f500,50', 150_050],
    ['1\u00a0500,50\u00a0₽', 150_050],
    ['  1 000 000 ', 100_000_000],
    ['0,01', 1],
    ['0', 0],
    ['00012,00', 1200],
    ['999999999999,99', 99_999_999_999_999],
  ])('%j is %i kopecks', (text, amount) => {
    expect(parseAmount(text, 'RUB')).toBe(amount);
  });

  test.each([
    '',
    ' ',
    '1.005',
    '1,005',
    '1,500.50',
    '1.500,50',
    '-5',
    '\u22125',
    '+5',
    '1e3',
    '0x10',
    '5,',
    ',5',
    '5..0',
    'сто',
    'NaN',
    'Infinity',
    '١٢',
    '1000000000000',
    '9'.repeat(400),
    '100 $',
    '₽',
    '$100',
  ])('%j is no amount of roubles', (text) => {
    expect(parseAmount(text, 'RUB')).toBeNull();
  });

  test('a formatted amount can be parsed back in every currency', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999_999_999 });
    fc.assert(
      fc.property(amount, fc.constantFrom(...currencies), (amountMinor, currency) => {
        expect(parseAmount(formatMoney({ amountMinor, currency }), currency)).toBe(amountMinor);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('decimal text for providers and files', () => {
  test.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [150_050, '1500.50'],
    [-7, '-0.07'],
    [-150_050, '-1500.50'],
    [99_999_999_999_999, '999999999999.99'],
  ])('%i is %s', (amountMinor, text) => {
    expect(toDecimal({ amountMinor, currency: 'RUB' })).toBe(text);
  });

  test.each(['1 500.50', '1500,50', '-1.00', '1.005', '', '.5', '5.', '1500.50 ₽', '1e3'])(
    'the decimal text %j is refused',
    (text) => {
      expect(fromDecimal(text, 'RUB')).toBeNull();
    },
  );

  test('decimal text parses back to the same amount', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999_999_999 });
    fc.assert(
      fc.property(amount, fc.constantFrom(...currencies), (amountMinor, currency) => {
        expect(fromDecimal(toDecimal({ amountMinor, currency }), currency)).toBe(amountMinor);
      }),
      { numRuns: 1000 },
    );
  });
});

test.each<[number, Currency, string]>([
  [150_050, 'RUB', '1\u00a0500,50\u00a0₽'],
  [0, 'RUB', '0,00\u00a0₽'],
  [-150_050, 'RUB', '\u22121\u00a0500,50\u00a0₽'],
  [99_999_999_999_999, 'RUB', '999\u00a0999\u00a0999\u00a0999,99\u00a0₽'],
  [100_000, 'KZT', '1\u00a0000,00\u00a0₸'],
  [100, 'USD', '1,00\u00a0$'],
])('%i of %s is shown as %s', (amountMinor, currency, text) => {
  expect(formatMoney({ amountMinor, currency })).toBe(text);
});
