// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { detailsText } from './latest-actions.tsx';

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

test('audit details show what undoes a correction, and a return by bank with its payment order', () => {
  expect(detailsText({ amount: '-5.00', currency: 'RUB', reason: 'ошибка', undoes: 'x' })).toBe(
    '\u22125,00\u00a0₽. Отмена прежней корректировки. ошибка',
  );
  expect(detailsText({ amountMinor: '30000', currency: 'RUB', order: '77' })).toBe(
    'Поручение №\u00a077. 300,00\u00a0₽',
  );
});

test('audit details show a statement by its days and the sums that it posted', () => {
  const days = { firstDay: '2025-02-02', lastDay: '2025-02-03' };
  expect(detailsText({ ...days, incoming: '2: 1600.50', sha256: 'aa' })).toBe(
    'С 2 февраля 2025 по 3 февраля 2025. Поступлений 1\u00a0600,50\u00a0₽, 2\u00a0платежа',
  );
  const undone = { credited: '1: 100.00', unidentified: '0: 0.00', reason: 'не тот файл' };
  expect(detailsText({ ...days, lastDay: '2025-02-02', ...undone })).toBe(
    'За 2 февраля 2025. Зачислено 100,00\u00a0₽, 1\u00a0платёж. не тот файл',
  );
  expect(detailsText({ amount: '7.00', organization: 'ООО «Два»', reason: 'письмо' })).toBe(
    'ООО «Два». 7,00\u00a0₽. письмо',
  );
});

test('audit details name the key, the address and the document that the action was about', () => {
  expect(detailsText({ name: 'Биллинг', hours: '24' })).toBe('Биллинг');
  expect(detailsText({ url: 'https://example.ru/hook', deliveries: '3' })).toBe('https://example.ru/hook');
  expect(detailsText({ number: 'КЗ-000012', reason: 'лишний' })).toBe('№\u00a0КЗ-000012. лишний');
  expect(detailsText({ number: '2026-12', revision: '1' })).toBe('№\u00a02026-12, исправление №\u00a01');
});

test('audit details show a changed limit as two amounts of money', () => {
  expect(detailsText({ from: '0.00', to: '500.00', currency: 'RUB', reason: 'просьба' })).toBe(
    '0,00\u00a0₽ → 500,00\u00a0₽. просьба',
  );
});

test('audit details show roles by their names', () => {
  expect(detailsText({ role: 'none', reason: 'уволен' })).toBe('Не сотрудник. уволен');
  expect(detailsText({ from: 'member', to: 'owner' })).toBe('Участник → Владелец');
});
