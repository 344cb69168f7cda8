import { expect, test } from 'vitest';
import { invoiceNumber, matchKeyOf, matchKeysIn } from './invoices-store.ts';

test.each([
  'Оплата по счёту № КЗ-000123 от 01.02.2026',
  'оплата по счету кз000123',
  'Оплата по сч. N КЗ 123',
  'Oплата KЗ-123',
  'КЗ№000123',
  'счет (КЗ – 000123).',
  'Оплата по счёту № КЗ-\u00a0000123, без НДС',
])('the number of an invoice is found in «%s»', (purpose) => {
  expect(matchKeysIn(purpose)).toContain(matchKeyOf('КЗ', 123));
});

test.each(['Оплата по счёту № 123', 'АКЗ-123', 'КЗ-1234', 'КЗ-0', 'КЗ', '123КЗ', 'договор КЗ от 123'])(
  'the number is not found in «%s»',
  (purpose) => {
    expect(matchKeysIn(purpose)).not.toContain(matchKeyOf('КЗ', 123));
  },
);

test('an endless purpose is searched for numbers of invoices in linear time', () => {
  expect(matchKeysIn('А-0'.repeat(100_000))).toEqual([]);
  expect(matchKeysIn(`${'0'.repeat(100_000)}1`)).toEqual([]);
});

test('a printed number of an invoice is found in itself', () => {
  expect(matchKeysIn(invoiceNumber('ЯЯЯЯЯ', 1_234_567))).toEqual([matchKeyOf('ЯЯЯЯЯ', 1_234_567)]);
});
