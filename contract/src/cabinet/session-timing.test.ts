import { expect, test } from 'vitest';
import { refreshBackoffMs, refreshGraceMs, refreshTimeoutMs } from './session-timing.ts';

test('the server honours the previous refresh token longer than a browser can wait before it asks again', () => {
  expect(refreshTimeoutMs + Math.max(...refreshBackoffMs)).toBeLessThan(refreshGraceMs);
});
