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
  test('a refresh is due 5 minutes before the access token expires', () => {
    expect(refreshLeadMs).toBe(300_000);
    expect(refreshDelay(now, now + 15 * minute, null)).toBe(10 * minute);
  });

  test('a refresh is due at once when its time has passed', () => {
    expect(refreshDelay(now, now + 5 * minute, null)).toBe(0);
    expect(refreshDelay(now, now + minute, null)).toBe(0);
    expect(refreshDelay(now, now - 60 * minute, null)).toBe(0);
  });

  test('a refreshed token that is already due waits for the minimum interval', () => {
    expect(refreshDelay(now, now - 60 * minute, now)).toBe(minRefreshIntervalMs);
    expect(refreshDelay(now, now - 60 * minute, now - 10_000)).toBe(20_000);
    expect(refreshDelay(now, now - 60 * minute, now - minRefreshIntervalMs)).toBeLessThanOrEqual(0);
  });

  test('a clock turned back never delays a refresh beyond the minimum interval', () => {
    expect(refreshDelay(now, now - minute, now + 60 * minute)).toBeLessThanOrEqual(0);
    expect(refreshDelay(now, now - minute, now + 10_000)).toBe(20_000);
  });

  test('a fresh token is not refreshed early', () => {
    expect(refreshDelay(now, now + 15 * minute, now)).toBe(10 * minute);
  });

  test('the refresh delay may exceed the maximum of a timer', () => {
    expect(refreshDelay(now, now + 60 * 24 * 60 * minute, null)).toBeGreaterThan(maxTimerMs);
  });
});

describe('retries while the server cannot be reached', () => {
  test('the refresh backoff grows from 1 to 15 seconds', () => {
    expect([1, 2, 3, 4, 5].map((tries) => retryDelay(tries, now, now - minute))).toEqual([
      1000, 2000, 4000, 8000, 15_000,
    ]);
  });

  test('refresh retries end once the access token has expired', () => {
    expect(retryDelay(6, now, now - 1)).toBeNull();
  });

  test('refresh retries continue while the access token is valid', () => {
    expect(retryDelay(6, now, now + 1)).toBe(15_000);
    expect(retryDelay(40, now, now + 1)).toBe(15_000);
  });
});

test('only a missing response and gateway errors are retried', () => {
  expect([0, 502, 503, 504].every(isTransient)).toBe(true);
  expect([400, 401, 403, 404, 429, 500].some(isTransient)).toBe(false);
});
