// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { rulesText } from './promised-payments.tsx';

const rules = { isAllowed: true, maxMinor: 300_000, days: 5, everyDays: 30 };

test('rules of promised payments are one sentence with the sum, the days and how often', () => {
  expect(rulesText(rules).replaceAll('\u00a0', ' ')).toBe(
    'Клиент берёт сам, раз в 30 дней: до 3 000,00 ₽ на 5 дней. Пока прежний не оплачен, нового нет.',
  );
  expect(rulesText({ ...rules, isAllowed: false })).toContain('Выключен');
});
