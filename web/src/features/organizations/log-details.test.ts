import { expect, test } from 'vitest';
import { describeDetails } from './log-details.ts';

test('the log shows a staff correction with its sign and reason', () => {
  const details = { amount: '-250.50', currency: 'RUB', reason: 'Двойное зачисление' };
  expect(describeDetails(details)).toBe('\u2212250,50\u00a0₽. Причина: Двойное зачисление');
  expect(describeDetails({ ...details, amount: '1500.00' })).toBe('+1\u00a0500,00\u00a0₽. Причина: Двойное зачисление');
});

test('the log shows a staff refund by its amount and a suspension by its reason', () => {
  const refund = { paymentId: 'x', amountMinor: '100', currency: 'RUB', reason: 'Брак' };
  expect(describeDetails(refund)).toBe('1,00\u00a0₽. Причина: Брак');
  expect(describeDetails({ reason: 'Проверка банка' })).toBe('Причина: Проверка банка');
});

test('the log shows what undoes a correction, and a return by bank with its payment order', () => {
  expect(describeDetails({ amount: '-5.00', currency: 'RUB', reason: 'Ошибка', undoes: 'x' })).toBe(
    '\u22125,00\u00a0₽. отмена прежней корректировки. Причина: Ошибка',
  );
  expect(describeDetails({ amountMinor: '30000', currency: 'RUB', order: '77' })).toBe(
    '300,00\u00a0₽. поручение №\u00a077',
  );
});

test('the log shows a changed limit as two amounts of money', () => {
  const details = { from: '0.00', to: '50000.00', currency: 'RUB', reason: 'Просьба клиента' };
  expect(describeDetails(details)).toBe('0,00\u00a0₽ → 50\u00a0000,00\u00a0₽. Причина: Просьба клиента');
});

test('the log shows roles and fields by their names', () => {
  expect(describeDetails({ from: 'member', to: 'owner' })).toBe('участник → владелец');
  expect(describeDetails({ role: 'admin' })).toBe('роль: администратор');
  expect(describeDetails({ fields: 'name, inn, edo' })).toBe('название, ИНН, идентификатор ЭДО');
  expect(describeDetails({})).toBe('');
});

test('the log shows a removed card by its mask', () => {
  expect(describeDetails({ card: 'Мир ·· 4477' })).toBe('Мир ·· 4477');
});

test('a sent document is named with the domain that it went to', () => {
  expect(describeDetails({ document: 'Счёт № КЗ-000123', domain: 'example.ru' })).toBe(
    'Счёт № КЗ-000123, на адрес в example.ru',
  );
});

test('a contract that staff noted is named with its date, an id for electronic exchange as it is', () => {
  expect(describeDetails({ contract: '№\u00a05 от 01.11.2026', edo: 'нет' })).toBe(
    'договор: №\u00a05 от 01.11.2026, идентификатор ЭДО: нет',
  );
});
