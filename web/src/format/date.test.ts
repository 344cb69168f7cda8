import { describe, expect, test } from 'vitest';
import { formatDate, formatDateTime, formatRecentTime, groupByDay, withUnbrokenDays } from './date.ts';

const moscow = 'Europe/Moscow';

test('a date and a time are written in full, in the time zone of the person', () => {
  expect(formatDate('2026-11-14T12:04:00Z', moscow)).toBe('14 ноября 2026');
  expect(formatDateTime('2026-11-14T12:04:00Z', moscow)).toBe('14 ноября 2026, 15:04');
  expect(formatDateTime('2026-12-31T22:00:00Z', 'Asia/Vladivostok')).toBe('1 января 2027, 08:00');
});

test('days named in a text of the server do not part from their months', () => {
  expect(withUnbrokenDays('Сервер, тариф «Про 2»: 19 ноября – 18 декабря 2026')).toBe(
    'Сервер, тариф «Про 2»: 19\u00a0ноября – 18\u00a0декабря 2026',
  );
});

describe('a recent time', () => {
  const now = new Date('2026-11-14T12:00:00Z');
  const recent = (iso: string) => formatRecentTime(iso, moscow, now);

  test('a recent time is shown as today or yesterday of the time zone', () => {
    expect(recent('2026-11-14T06:04:00Z')).toBe('сегодня, 09:04');
    expect(recent('2026-11-13T21:00:00Z')).toBe('сегодня, 00:00');
    expect(recent('2026-11-13T20:59:00Z')).toBe('вчера, 23:59');
  });

  test('an older time is shown with the year only when it is another one in the time zone', () => {
    expect(recent('2026-11-12T20:59:00Z')).toBe('12 ноября, 23:59');
    expect(recent('2025-12-31T21:00:00Z')).toBe('1 января, 00:00');
    expect(recent('2025-12-31T20:59:00Z')).toBe('31 декабря 2025, 23:59');
  });
});

const now = new Date('2026-11-14T12:00:00Z');
const titles = (timezone: string, ...times: string[]) =>
  groupByDay(times, (time) => time, timezone, now).map(({ title, items }) => [title, items.length]);

test('rows are grouped by days of the person’s time zone', () => {
  const times = [
    '2026-11-14T10:00:00.000Z',
    '2026-11-13T20:30:00.000Z',
    '2026-11-13T10:00:00.000Z',
    '2026-11-12T10:00:00.000Z',
  ];
  expect(titles('Europe/Moscow', ...times)).toEqual([
    ['Сегодня, 14 ноября', 1],
    ['Вчера, 13 ноября', 2],
    ['12 ноября', 1],
  ]);
  expect(titles('Asia/Yekaterinburg', ...times)).toEqual([
    ['Сегодня, 14 ноября', 2],
    ['Вчера, 13 ноября', 1],
    ['12 ноября', 1],
  ]);
});

test('a day group of another year shows the year', () => {
  expect(titles('Europe/Moscow', '2025-12-31T10:00:00.000Z')).toEqual([['31 декабря 2025', 1]]);
});
