import { expect, test } from 'vitest';
import { detailsText } from './audit-details.ts';

test('an adjustment is told with its sign and its reason', () => {
  const details = { amount: '-1500.50', currency: 'RUB', reason: 'ошибка' };
  expect(detailsText(details)).toBe('\u22121\u00a0500,50\u00a0₽. ошибка');
  expect(detailsText({ ...details, amount: '1500.50' })).toBe('+1\u00a0500,50\u00a0₽. ошибка');
});

test('a refund is told by its amount', () => {
  expect(detailsText({ paymentId: 'x', amountMinor: '100', currency: 'RUB', reason: 'брак' })).toBe(
    '1,00\u00a0₽. брак',
  );
});

test('roles are told in words', () => {
  expect(detailsText({ role: 'none', reason: 'уволен' })).toBe('Не оператор. уволен');
  expect(detailsText({ from: 'member', to: 'owner' })).toBe('Участник → Владелец');
});
