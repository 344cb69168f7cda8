// @vitest-environment happy-dom
import type { Discount } from '@kazna/contract/admin/subscriptions';
import { expect, test } from 'vitest';
import { discountText } from './organization-discounts.tsx';

const discount: Discount = {
  id: '019a9a52-6f0e-7c3a-9d1e-0123456789ab',
  tariff: null,
  percent: null,
  amountMinor: 50_000,
  currency: 'RUB',
  periods: null,
  reason: 'Договорились',
  createdAt: '2026-11-18T07:00:00.000Z',
  createdBy: null,
};

test('a discount is described by its size, its tariff and how long it applies', () => {
  expect(discountText(discount)).toBe('500,00\u00a0₽ на все тарифы, бессрочно');
  const tariff = { id: discount.id, name: 'Базовый' };
  const percent = { ...discount, tariff, percent: 12.5, amountMinor: null, currency: null, periods: 3 };
  expect(discountText(percent)).toBe('12,5\u00a0% на тариф «Базовый», 3\u00a0периода');
});
