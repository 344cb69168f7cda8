// @vitest-environment happy-dom
import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { filledAdjustmentForm } from './adjustment-dialog.tsx';
import { balanceIn } from './organization-labels.tsx';

const filled = { direction: 'in', amountMinor: '1 500,50', currency: 'RUB', reason: 'ошибка' };

test('the direction of an adjustment gives its amount the sign', () => {
  expect(check(filledAdjustmentForm, filled).data?.amountMinor).toBe(150_050);
  expect(check(filledAdjustmentForm, { ...filled, direction: 'out' }).data?.amountMinor).toBe(-150_050);
});

test.each(['', 'много', '0', '1,005'])('«%s» is refused as the amount of an adjustment', (amountMinor) => {
  const { errors } = check(filledAdjustmentForm, { ...filled, amountMinor });
  expect(errors?.map(({ path }) => path)).toEqual(['amountMinor']);
});

test('the balance in an unused currency is zero', () => {
  expect(balanceIn([{ amountMinor: 5, currency: 'RUB' }], 'USD')).toBe(0);
});
