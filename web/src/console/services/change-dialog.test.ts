// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { changeIn } from './change-dialog.tsx';

const [own, other] = ['019a9a52-6f0e-7c3a-9d1e-0123456789ab', '019a9a52-6f0e-7c3a-9d1e-0123456789ac'];
const subscription = { tariff: { id: own, name: 'Базовый', isVisible: true }, quantity: 2 };
const change = (tariffId: string, quantity: string, maxQuantity = 10) =>
  changeIn({ tariffId, quantity, reason: '' }, subscription, maxQuantity);

test('a change of a subscription holds only what differs', () => {
  expect(change(other, '2')).toEqual({ tariffId: other });
  expect(change(own, '5')).toEqual({ quantity: 5 });
  expect(change(other, '5')).toEqual({ tariffId: other, quantity: 5 });
});

test('a change to a tariff without seats takes one, whatever is left in the field that it does not show', () => {
  expect(change(other, '2', 1)).toEqual({ tariffId: other, quantity: 1 });
});

test('nothing is asked of the server while a change changes nothing or is malformed', () => {
  expect(change(own, '2')).toBeUndefined();
  expect(change(own, 'два')).toBeUndefined();
  expect(change(own, '0')).toBeUndefined();
});
