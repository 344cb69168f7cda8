import { expect, test } from 'vitest';
import { formatLetterTime } from './letter.ts';

test('a letter says a time with its year and its time zone', () => {
  const time = '2026-12-31T21:05:00Z';
  expect(formatLetterTime(time, 'Europe/Moscow')).toBe('1 января 2027, 00:05 (МСК)');
  expect(formatLetterTime(time, 'Asia/Vladivostok')).toBe('1 января 2027, 07:05 (UTC+10)');
  expect(formatLetterTime(time, 'UTC')).toBe('31 декабря 2026, 21:05 (UTC)');
});
