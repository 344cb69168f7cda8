import { expect, test } from 'vitest';
import { refreshBackoffMs, refreshGraceMs, refreshTimeoutMs } from './session-timing.ts';

test('the grace period of the previous refresh token exceeds the browser’s timeout and retry', () => {
  expect(refreshTimeoutMs + Math.max(...refreshBackoffMs)).toBeLessThan(refreshGraceMs);
});
