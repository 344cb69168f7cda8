import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { initialValues, limitsText, topUpForm } from './top-up-form.ts';

const typed = { amountMinor: '600 000', currency: 'RUB', method: 'invoice' };

test('an invoice may be larger than a card payment', () => {
  expect(check(topUpForm, typed).data).toEqual({ amountMinor: 60_000_000, currency: 'RUB', method: 'invoice' });
  const byCard = check(topUpForm, { ...typed, method: 'card' });
  expect(byCard.errors?.map(({ path }) => path)).toEqual(['amountMinor']);
});

test('an invoice in another currency is refused at the field of the currency', () => {
  expect(check(topUpForm, { ...typed, currency: 'USD' }).errors).toEqual([
    { path: 'currency', message: 'Счёт выставляется только в рублях' },
  ]);
});

test('an invoice without an amount says so at the amount', () => {
  expect(check(topUpForm, { currency: 'RUB', method: 'invoice' }).errors?.map(({ path }) => path)).toEqual([
    'amountMinor',
  ]);
});

test('the address may choose the invoice, and anything unknown is a card', () => {
  expect([initialValues({ method: 'invoice' }).method, initialValues({ method: 'cash' }).method]).toEqual([
    'invoice',
    'card',
  ]);
});

test('limits are those of the chosen method', () => {
  expect(limitsText('card', 'RUB').replace(/\u00a0/g, ' ')).toBe('От 1,00 ₽ до 500 000,00 ₽');
  expect(limitsText('invoice', 'RUB').replace(/\u00a0/g, ' ')).toBe('До 1 000 000 000,00 ₽');
});
