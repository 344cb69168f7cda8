import { afterEach, expect, test } from 'vitest';
import { currentTime, followServerClock } from './current-time.ts';

const answerOf = (headers: Record<string, string>) => new Response('{}', { headers });
const aheadMs = () => currentTime().getTime() - Date.now();

afterEach(() => followServerClock(answerOf({})));

test('the time of the cabinet is as far ahead as the last answer of the server says, and the real one without', () => {
  followServerClock(answerOf({ 'x-clock-ahead-seconds': '86400' }));
  expect(Math.abs(aheadMs() - 86_400_000)).toBeLessThan(10_000);
  followServerClock(answerOf({}));
  expect(Math.abs(aheadMs())).toBeLessThan(10_000);
});
