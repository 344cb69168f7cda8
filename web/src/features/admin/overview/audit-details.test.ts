import { expect, test } from 'vitest';
import { detailsText } from './audit-details.ts';

test('audit details show an adjustment with its sign and reason', () => {
  const details = { amount: '-1500.50', currency: 'RUB', reason: 'ошибка' };
  expect(detailsText(details)).toBe('\u22121\u00a0500,50\u00a0₽. ошибка');
  expect(detailsText({ ...details, amount: '1500.50' })).toBe('+1\u00a0500,50\u00a0₽. ошибка');
});

test('audit details show a refund by its amount', () => {
  expect(detailsText({ paymentId: 'x', amountMinor: '100', currency: 'RUB', reason: 'брак' })).toBe(
    '1,00\u00a0₽. брак',
  );
});

test('audit details show roles by their names', () => {
  expect(detailsText({ role: 'none', reason: 'уволен' })).toBe('Не сотрудник. уволен');
  expect(detailsText({ from: 'member', to: 'owner' })).toBe('Участник → Владелец');
});
