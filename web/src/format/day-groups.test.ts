import { expect, test } from 'vitest';
import { groupByDay } from './day-groups.ts';

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
