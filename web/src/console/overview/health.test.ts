import { expect, test } from 'vitest';
import { healthOf } from './health.tsx';

const health = { unansweredPayments: 0, waitingJobs: 0, isMailReal: true, isProviderReal: true, inbox: null };
const attention = {
  reviewPayments: 0,
  silentRefunds: 0,
  failedReceipts: 0,
  bankReturns: 0,
  failedJobs: 0,
  unidentifiedReceipts: 0,
  waitingRequests: 0,
};
const tonesOf = (found: ReturnType<typeof healthOf>) => found.map(({ tone }) => tone);

test('a healthy installation shows no warnings', () => {
  expect(tonesOf(healthOf({ health, attention }))).toEqual(['good', 'good', 'good']);
});

test('a sandbox and a development mailbox are notes, not warnings', () => {
  const started = { ...health, isMailReal: false, isProviderReal: false };
  expect(tonesOf(healthOf({ health: started, attention }))).toEqual(['note', 'note', 'good']);
});

test('a mailbox of answers that cannot be read is a warning with its cause, one that can is fine, and none says nothing', () => {
  const partOf = (inbox: Parameters<typeof healthOf>[0]['health']['inbox']) =>
    healthOf({ health: { ...health, inbox }, attention }).find(({ part }) => part === 'Ответы клиентов письмом');
  expect(partOf(null)).toBeUndefined();
  expect(partOf({ fault: null, failingSince: null })?.tone).toBe('good');
  const failing = partOf({ fault: 'login', failingSince: '2026-11-14T12:04:00.000Z' });
  expect([failing?.tone, failing?.state, failing?.advice]).toEqual([
    'bad',
    expect.stringContaining('Не читаются с'),
    expect.stringContaining('имя или пароль'),
  ]);
});

test('an unanswering provider and failed jobs are warnings with text', () => {
  const found = healthOf({
    health: { ...health, unansweredPayments: 2 },
    attention: { ...attention, failedJobs: 5 },
  });
  expect(found[0]?.state).toBe('2\u00a0платежа ждут ответа');
  expect(found[2]?.state).toBe('Не выполнено: 5\u00a0заданий');
});
