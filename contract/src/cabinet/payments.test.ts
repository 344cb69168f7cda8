import { describe, expect, test } from 'vitest';
import { type Currency, currencies, formatMoney } from '../shared/money.ts';
import { check } from '../shared/validation.ts';
import { createPaymentForm, listPayments, paymentLimits, refundForm } from './payments.ts';

const form = (amountMinor: unknown, currency: Currency = 'RUB') =>
  check(createPaymentForm, { amountMinor, currency, method: 'card' });

describe.each(currencies)('the limits of one top-up in %s', (currency) => {
  const { minimum, maximum } = paymentLimits[currency];

  test('are themselves allowed', () => {
    for (const amount of [minimum, maximum]) expect(form(amount, currency).errors).toBeUndefined();
  });

  test('are named to whoever goes beyond them', () => {
    const message = `Сумма от ${formatMoney({ amountMinor: minimum, currency })} до ${formatMoney({ amountMinor: maximum, currency })}`;
    for (const amount of [minimum - 1, maximum + 1]) {
      expect(form(amount, currency).errors).toEqual([{ path: 'amountMinor', message }]);
    }
  });
});

test('a description is trimmed; an empty one, a long one and control characters are not taken', () => {
  const describe = (description: string) => check(createPaymentForm, { ...form(1000).data, description });
  expect(describe('  За май ').data?.description).toBe('За май');
  for (const text of ['', '   ', 'я'.repeat(129), 'две\nстроки', '<b>']) expect(describe(text).errors).toHaveLength(1);
});

test('a refund says why', () => {
  expect(check(refundForm, { amountMinor: 100, reason: 'Передумали' }).errors).toBeUndefined();
  expect(check(refundForm, { amountMinor: 100, reason: '' }).errors).toHaveLength(1);
  expect(check(refundForm, { amountMinor: 0, reason: 'Передумали' }).errors).toHaveLength(1);
});

test.each([{ status: 'paid' }, { amountMin: '1.5' }, { amountMin: '-1' }, { from: 'вчера' }, { limit: '101' }])(
  'a list is not filtered by %j',
  (query) => {
    expect(check(listPayments.query, query).errors).toHaveLength(1);
  },
);
