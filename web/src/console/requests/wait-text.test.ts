import { expect, test } from 'vitest';
import { waitText } from './wait-text.ts';

const now = new Date('2026-11-18T12:00:00Z');

test.each([
  ['2026-11-18T11:59:31Z', 'меньше минуты'],
  ['2026-11-18T12:00:05Z', 'меньше минуты'],
  ['2026-11-18T11:55:00Z', '5 минут'],
  ['2026-11-18T09:00:00Z', '3 часа'],
  ['2026-11-17T11:00:00Z', '25 часов'],
  ['2026-11-16T11:00:00Z', '2 дня'],
])('a request that waits since %s waits %s', (since, text) => {
  expect(waitText(since, now).replaceAll('\u00a0', ' ')).toBe(text);
});
