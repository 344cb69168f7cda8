import { describe, expect, test } from 'vitest';
import {
  isTransient,
  maxTimerMs,
  minRefreshIntervalMs,
  refreshDelay,
  refreshLeadMs,
  retryDelay,
} from './refresh-timing.ts';

const now = 1_800_000_000_000;
const minute = 60_000;

describe('the moment of a refresh', () => {
  test('is 5 minutes before the access token expires', () => {
    expect(refreshLeadMs).toBe(300_000);
    expect(refreshDelay(now, now + 15 * minute, null)).toBe(10 * minute);
  });

  test('is now when it has already passed', () => {
    expect(refreshDelay(now, now + 5 * minute, null)).toBe(0);
    expect(refreshDelay(now, now + minute, null)).toBe(0);
    expect(refreshDelay(now, now - 60 * minute, null)).toBe(0);
  });

  test('keeps its distance from the refresh that brought a token already due', () => {
    expect(refreshDelay(now, now - 60 * minute, now)).toBe(minRefreshIntervalMs);
    expect(refreshDelay(now, now - 60 * minute, now - 10_000)).toBe(20_000);
    expect(refreshDelay(now, now - 60 * minute, now - minRefreshIntervalMs)).toBeLessThanOrEqual(0);
  });

  test('never waits longer than the distance for a clock that was turned back', () => {
    expect(refreshDelay(now, now - minute, now + 60 * minute)).toBeLessThanOrEqual(0);
    expect(refreshDelay(now, now - minute, now + 10_000)).toBe(20_000);
  });

  test('is not hastened by a refresh that brought a fresh token', () => {
    expect(refreshDelay(now, now + 15 * minute, now)).toBe(10 * minute);
  });

  test('may lie further away than a timer can hold', () => {
    expect(refreshDelay(now, now + 60 * 24 * 60 * minute, null)).toBeGreaterThan(maxTimerMs);
  });
});

describe('pauses while the server cannot be reached', () => {
  test('grow from 1 to 15 seconds', () => {
    expect([1, 2, 3, 4, 5].map((tries) => retryDelay(tries, now, now - minute))).toEqual([
      1000, 2000, 4000, 8000, 15_000,
    ]);
  });

  test('end once the access token has expired', () => {
    expect(retryDelay(6, now, now - 1)).toBeNull();
  });

  test('go on while the access token lives', () => {
    expect(retryDelay(6, now, now + 1)).toBe(15_000);
    expect(retryDelay(40, now, now + 1)).toBe(15_000);
  });
});

test('only silence and a gateway without its server are worth another try', () => {
  expect([0, 502, 503, 504].every(isTransient)).toBe(true);
  expect([400, 401, 403, 404, 429, 500].some(isTransient)).toBe(false);
});
