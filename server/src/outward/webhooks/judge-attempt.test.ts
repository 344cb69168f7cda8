import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Health, healthy, judgeAttempt, parseRetryAfter } from './judge-attempt.ts';

const hourMs = 3_600_000;
const start = new Date('2026-11-01T00:00:00Z');
const after = (hours: number) => new Date(start.getTime() + hours * hourMs);
const attempt = (status: number | null, more: object = {}) => ({
  ...{ status, retryAfter: null, number: 1, hasRetries: true },
  ...more,
});
const noJitter = () => 0;
const judge = (status: number | null, more: object = {}, health: Health = healthy, now = start) =>
  judgeAttempt(attempt(status, more), health, now, noJitter);

test('nothing but an answer of 2xx is a success', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 100, max: 599 })), (status) => {
      const isSuccess = status !== null && status >= 200 && status <= 299;
      expect(judge(status).status === 'succeeded').toBe(isSuccess);
    }),
  );
});

test('ten attempts spread over three days, each a little later than planned', () => {
  const delays = Array.from({ length: 10 }, (_, index) => judge(500, { number: index + 1 }).nextAttemptAt).map(
    (time) => time && (time.getTime() - start.getTime()) / 1000,
  );
  expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  const late = judgeAttempt(attempt(500, { number: 2 }), healthy, start, () => 0.999);
  expect(late.nextAttemptAt?.getTime()).toBeGreaterThan(start.getTime() + 320_000);
  expect(late.nextAttemptAt?.getTime()).toBeLessThanOrEqual(start.getTime() + 330_000);
});

test('410 switches the endpoint off at once', () => {
  expect(judge(410)).toMatchObject({ status: 'failed', disabledReason: 'gone' });
});

test('Retry-After of 429 and 503 delays the delivery and the endpoint’s others, within bounds', () => {
  for (const status of [429, 503]) {
    expect(judge(status, { retryAfter: '120' })).toMatchObject({
      nextAttemptAt: new Date(start.getTime() + 120_000),
      pausedUntil: new Date(start.getTime() + 120_000),
    });
    const greedy = judge(status, { retryAfter: '999999999' });
    expect(greedy).toMatchObject({ nextAttemptAt: after(24), pausedUntil: after(1) });
  }
  expect(judge(500, { retryAfter: '120' })).toMatchObject({
    pausedUntil: null,
    nextAttemptAt: new Date(+start + 5000),
  });
  expect(judge(429, { retryAfter: '1' }).nextAttemptAt).toEqual(new Date(start.getTime() + 5000));
});

test('Retry-After is a number of seconds or a date, and nonsense is ignored', () => {
  expect(parseRetryAfter('90', start)).toBe(90);
  expect(parseRetryAfter('Sun, 01 Nov 2026 00:01:00 GMT', start)).toBe(60);
  expect(parseRetryAfter('Sun, 01 Nov 2020 00:01:00 GMT', start)).toBe(0);
  for (const text of [null, '', 'soon', '-5', '1e9', '99999999999'])
    expect(parseRetryAfter(text, start), String(text)).toBeNull();
});

/** Fails every so many hours and returns what was decided at which hour. */
function failFor(hours: number, everyHours: number) {
  let health: Health = healthy;
  const alerts: string[] = [];
  for (let hour = 0; hour <= hours; hour += everyHours) {
    const verdict = judgeAttempt(attempt(null), health, after(hour), noJitter);
    health = verdict.health;
    if (verdict.isWarningDue) alerts.push(`warning at ${hour}`);
    if (verdict.disabledReason) alerts.push(`${verdict.disabledReason} at ${hour}`);
  }
  return alerts;
}

test('five days of nothing but failures switch an endpoint off, with one warning half way', () => {
  expect(failFor(119, 1)).toEqual(['warning at 60']);
  expect(failFor(120, 1)).toEqual(['warning at 60', 'failing at 120']);
});

test('an endpoint that fails once in a long while is not switched off', () => {
  expect(failFor(2000, 49)).toEqual([]);
});

test('one success clears the record', () => {
  const failing = judge(500).health;
  expect(judge(204, {}, failing, after(100))).toMatchObject({ health: healthy });
});

test('a replay or a test event has one attempt and leaves the record as it is', () => {
  const single = { hasRetries: false };
  const failing: Health = { failingSince: start, lastFailureAt: after(119), warnedAt: after(60) };
  expect(judge(500, single, failing, after(120))).toMatchObject({
    ...{ status: 'failed', nextAttemptAt: null, disabledReason: null },
    health: failing,
  });
  expect(judge(410, single)).toMatchObject({ status: 'failed', disabledReason: null, health: healthy });
  expect(judge(200, single, failing)).toMatchObject({ status: 'succeeded', health: failing });
});
