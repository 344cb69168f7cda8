import { describe, expect, test } from 'vitest';
import { type Currency, currencies, formatMoney } from '../shared/money.ts';
import { check } from '../shared/validation.ts';
import { createPaymentForm, paymentLimits } from './create-payment-form.ts';
import { listPayments, refundForm } from './payments.ts';

const form = (amountMinor: unknown, currency: Currency = 'RUB') =>
  check(createPaymentForm, { amountMinor, currency, method: 'card' });

describe.each(currencies)('the limits of one top-up in %s', (currency) => {
  const { minimum, maximum } = paymentLimits[currency];

  test('a top-up of exactly the limit is allowed', () => {
    for (const amount of [minimum, maximum]) expect(form(amount, currency).errors).toBeUndefined();
  });

  test('a top-up beyond the limits is refused with both limits named', () => {
    const message = `Сумма от ${formatMoney({ amountMinor: minimum, currency })} до ${formatMoney({ amountMinor: maximum, currency })}`;
    for (const amount of [minimum - 1, maximum + 1]) {
      expect(form(amount, currency).errors).toEqual([{ path: 'amountMinor', message }]);
    }
  });
});

test('a payment description is trimmed; empty, too long ones and control characters are refused', () => {
  const describe = (description: string) => check(createPaymentForm, { ...form(1000).data, description });
  expect(describe('  За май ').data?.description).toBe('За май');
  for (const text of ['', '   ', 'я'.repeat(129), 'две\nстроки', '<b>']) expect(describe(text).errors).toHaveLength(1);
});

test('a refund needs a reason', () => {
  expect(check(refundForm, { amountMinor: 100, reason: 'Передумали' }).errors).toBeUndefined();
  expect(check(refundForm, { amountMinor: 100, reason: '' }).errors).toHaveLength(1);
  expect(check(refundForm, { amountMinor: 0, reason: 'Передумали' }).errors).toHaveLength(1);
});

test.each([{ status: 'lost' }, { amountMin: '1.5' }, { amountMin: '-1' }, { from: 'вчера' }, { limit: '101' }])(
  'the payment filter %j is refused',
  (query) => {
    expect(check(listPayments.query, query).errors).toHaveLength(1);
  },
);
