// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { tariffForm } from './change-dialog.tsx';

test('a change of tariff takes along as many seats as the tariff allows', () => {
  expect(tariffForm({ id: 'seats', maxQuantity: 10 }, 5)).toEqual({ tariffId: 'seats' });
  expect(tariffForm({ id: 'few', maxQuantity: 3 }, 5)).toEqual({ tariffId: 'few', quantity: 3 });
  expect(tariffForm(undefined, 5)).toBeUndefined();
});
