import { expect, test } from 'vitest';
import { planSteps } from './price-plan.tsx';

const plan = { today: '2026-11-18', from: '2026-11-18', running: 3, before: '900 ₽', after: '1 200 ₽' };
const plain = (steps: { when: string; what: string }[]) =>
  steps.map(({ when, what }) => `${when}: ${what}`.replaceAll('\u00a0', ' '));

test('a price for running subscriptions is planned with letters between', () => {
  const steps = plain(planSteps({ ...plan, runningFrom: '2027-01-02' }));
  expect(steps).toEqual([
    'Сегодня: Новые подключения: 1 200 ₽ вместо 900 ₽',
    'Сразу после сохранения: Письма и уведомления о новой цене для 3 подписок',
    'С 2 января 2027: 3 подписки: 1 200 ₽, с ближайшего периода, который начнётся в этот день или позже',
  ]);
});

test('a price for running subscriptions earlier than the notice allows is called too early', () => {
  const steps = plain(planSteps({ ...plan, runningFrom: '2026-12-01' }));
  expect(steps.at(-1)).toMatch(/^Слишком рано: .*с 2 декабря/);
});

test('a price for new subscriptions alone leaves running ones as they are', () => {
  const steps = plain(planSteps({ ...plan, runningFrom: null }));
  expect(steps.at(-1)).toBe('Без изменений: 3 подписки: платят по-прежнему');
});
