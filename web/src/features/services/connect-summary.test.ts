// @vitest-environment happy-dom
import type { Subscribing } from '@kazna/contract/cabinet/services';
import { expect, test } from 'vitest';
import { toPay } from './connect-form.tsx';
import { connectLabel, nextText, noteText } from './connect-summary.tsx';

const bill: Subscribing = {
  lines: [],
  totalMinor: 150_000,
  currency: 'RUB',
  when: 'now',
  nextCharge: { on: '2026-12-18', amountMinor: 150_000 },
  trialTo: null,
  availableMinor: 0,
  missingMinor: 0,
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('what is paid for a tariff is what the balance lacks, and at least the least payment', () => {
  expect(toPay({ missingMinor: 0, currency: 'RUB' })).toBe(0);
  expect(toPay({ missingMinor: 1, currency: 'RUB' })).toBe(100);
  expect(toPay({ missingMinor: 70_050, currency: 'RUB' })).toBe(70_050);
});

test('the button of connecting says what leaves the balance or the card', () => {
  expect(plain(connectLabel(bill, 0))).toBe('Подключить за 1 500,00 ₽');
  expect(plain(connectLabel(bill, 70_000))).toBe('Оплатить 700,00 ₽');
  expect(connectLabel({ ...bill, totalMinor: 0 }, 0)).toBe('Подключить бесплатно');
  expect(connectLabel({ ...bill, totalMinor: 0, trialTo: '2026-12-02' }, 0)).toBe('Подключить пробный период');
});

test('connecting names the next charge, after a trial the first one', () => {
  const year = new Date().getFullYear();
  const nextCharge = { on: `${year}-12-18`, amountMinor: 150_000 };
  expect(plain(nextText({ ...bill, nextCharge }))).toBe('Следующее списание 18 декабря: 1 500,00 ₽.');
  expect(plain(nextText({ ...bill, nextCharge, trialTo: `${year}-12-18` }))).toBe(
    'Бесплатно по 17 декабря включительно. Первое списание 18 декабря: 1 500,00 ₽.',
  );
  expect(nextText({ ...bill, nextCharge: null })).toBe('');
});

test('the note under the button promises no charge where nothing is charged now', () => {
  const paying = { payingMinor: 0, isSavedCard: false, email: 'maria@example.com' };
  expect(noteText({ ...paying, bill: { ...bill, totalMinor: 0 } })).toMatch(/^Сейчас ничего не спишем\./);
  expect(noteText({ ...paying, bill })).toMatch(/^Спишем с баланса сразу\./);
});
