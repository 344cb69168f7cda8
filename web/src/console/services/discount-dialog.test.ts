// @vitest-environment happy-dom
import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { toInput } from '../../ui/forms/form.ts';
import { filledDiscountForm } from './discount-dialog.tsx';

const reason = 'Договорились';
const values = { size: 'percent', percent: '12,5', amountMinor: '', lasting: 'for-good', periods: '', reason };
const checked = (changed: Partial<typeof values>) => check(filledDiscountForm, toInput({ ...values, ...changed }));

test('a discount by percent takes a comma and sends no amount', () => {
  expect(checked({ amountMinor: '500' }).data).toEqual({ percent: 12.5, reason });
});

test('a discount by amount sends kopecks, and the number of periods where it is limited', () => {
  const typed = { size: 'amount', amountMinor: '1 500,50', lasting: 'periods', periods: '3' };
  expect(checked(typed).data).toEqual({ amountMinor: 150_050, periods: 3, reason });
});

test.each([
  ['percent', { percent: '' }],
  ['percent', { percent: '101' }],
  ['percent', { percent: 'много' }],
  ['amountMinor', { size: 'amount' }],
  ['periods', { lasting: 'periods' }],
])('a discount without a valid %s is refused at that field: %j', (path, changed) => {
  expect(checked(changed).errors?.map((error) => error.path)).toEqual([path]);
});
