// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { periodText } from './providers.tsx';

test('a period of a payment provider names the share of paid payments and calls without an answer', () => {
  expect(periodText({ paid: 9, settled: 10, calls: 40, unanswered: 1 })).toBe(
    'Оплачено 9 из 10, 90\u00a0%. Без ответа 1 из 40 запросов',
  );
  expect(periodText({ paid: 0, settled: 0, calls: 0, unanswered: 0 })).toBe('Платежей не было. Запросов не было');
});
