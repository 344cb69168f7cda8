import { afterEach, expect, test } from 'vitest';
import { currentTime, followServerClock } from './current-time.ts';

const answerOf = (headers: Record<string, string>) => new Response('{}', { headers });
const aheadMs = () => currentTime().getTime() - Date.now();

afterEach(() => followServerClock(answerOf({})));

test('the time of the cabinet is as far ahead as the last answer of the server says, and the real one without', () => {
  followServerClock(answerOf({ 'x-clock-ahead-seconds': '86400' }));
  expect(Math.round(aheadMs() / 1000)).toBe(86_400);
  followServerClock(answerOf({}));
  expect(Math.round(aheadMs() / 1000)).toBe(0);
});
