import { expect, test } from 'vitest';
import { healthOf } from './health.tsx';

const health = { unansweredPayments: 0, waitingJobs: 0, isMailReal: true, isProviderReal: true };
const attention = { reviewPayments: 0, silentRefunds: 0, bankReturns: 0, failedJobs: 0, unidentifiedReceipts: 0 };
const tonesOf = (found: ReturnType<typeof healthOf>) => found.map(({ tone }) => tone);

test('a healthy installation shows no warnings', () => {
  expect(tonesOf(healthOf({ health, attention }))).toEqual(['good', 'good', 'good']);
});

test('a sandbox and a development mailbox are notes, not warnings', () => {
  const started = { ...health, isMailReal: false, isProviderReal: false };
  expect(tonesOf(healthOf({ health: started, attention }))).toEqual(['note', 'note', 'good']);
});

test('an unanswering provider and failed jobs are warnings with text', () => {
  const found = healthOf({
    health: { ...health, unansweredPayments: 2 },
    attention: { ...attention, failedJobs: 5 },
  });
  expect(found[0]?.state).toBe('2\u00a0платежа ждут ответа');
  expect(found[2]?.state).toBe('Не выполнено: 5\u00a0заданий');
});
