import { quantityText } from '@kazna/contract/shared/quantity';
import { expect, test } from 'vitest';
import { missingOf, perPeriod, priceText, rangeText, trialText } from './tariff-texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  ['day', 1, 'в день'],
  ['week', 1, 'в неделю'],
  ['month', 1, 'в месяц'],
  ['quarter', 1, 'в квартал'],
  ['year', 1, 'в год'],
  ['month', 3, 'за 3 месяца'],
  ['year', 5, 'за 5 лет'],
  ['day', 10, 'за 10 дней'],
] as const)('a price for %s times %d is said %s', (unit, count, text) => {
  expect(plain(perPeriod({ unit, count }))).toBe(text);
});

test('a price of nothing is said to be free', () => {
  const terms = { period: { unit: 'month', count: 1 }, currency: 'RUB' } as const;
  expect(plain(priceText(150_000, terms))).toBe('1 500,00 ₽ в месяц');
  expect(priceText(0, terms)).toBe('Бесплатно');
});

test('a half-open range of days names its last day, and a month once', () => {
  const now = new Date('2026-11-18T00:00:00Z');
  const text = (from: string, to: string) => plain(rangeText({ from, to }, now));
  expect(text('2026-11-01', '2026-12-01')).toBe('1–30 ноября');
  expect(text('2026-11-15', '2026-12-15')).toBe('15 ноября – 14 декабря');
  expect(text('2026-11-18', '2026-11-19')).toBe('18 ноября');
  expect(text('2026-12-18', '2027-01-18')).toBe('18 декабря – 17 января 2027');
});

test('counts of days and seats keep their words together', () => {
  expect(trialText(14)).toBe('14\u00a0дней бесплатно');
  expect(quantityText(1200, 'шт.')).toBe('1\u00a0200\u00a0шт.');
  expect(quantityText(25, 'место')).toBe('25\u00a0×\u00a0место');
});

test('what a subscription lacks is what its currency’s balance lacks, never below zero', () => {
  const balances = [{ currency: 'RUB', amountMinor: 30_000 }] as const;
  expect(missingOf(100_000, 'RUB', balances)).toBe(70_000);
  expect(missingOf(20_000, 'RUB', balances)).toBe(0);
  expect(missingOf(20_000, 'USD', balances)).toBe(20_000);
  expect(missingOf(null, 'RUB', balances)).toBe(0);
});
