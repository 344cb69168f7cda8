import { expect, test } from 'vitest';
import { firstDayOf, instantsOf, isDay, parseDay, periodText, shiftDay, startOfDay, todayInMoscow } from './period.ts';

test('a day begins at midnight of the person’s time zone', () => {
  expect(startOfDay('2026-11-14', 'Europe/Moscow')).toBe('2026-11-13T21:00:00.000Z');
  expect(startOfDay('2026-11-14', 'Asia/Kamchatka')).toBe('2026-11-13T12:00:00.000Z');
  expect(startOfDay('2026-11-14', 'America/New_York')).toBe('2026-11-14T05:00:00.000Z');
});

test('a day with a clock change begins at its own midnight', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(startOfDay('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
});

test('periods count today as one of their days', () => {
  const now = new Date('2026-11-14T22:30:00Z');
  expect(firstDayOf('today', now, 'Europe/Moscow')).toBe('2026-11-15');
  expect(firstDayOf('7d', now, 'Europe/Moscow')).toBe('2026-11-09');
  expect(firstDayOf('30d', now, 'UTC')).toBe('2026-10-16');
  expect(firstDayOf('month', now, 'Europe/Moscow')).toBe('2026-11-01');
});

test('day arithmetic crosses months, and an invalid text is no day', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(isDay('2026-13-01')).toBe(false);
  expect(isDay('сегодня')).toBe(false);
});

test.each([
  ['14.11.2026', '2026-11-14'],
  ['1.2.2026', '2026-02-01'],
  ['01/02/26', '2026-02-01'],
  ['14112026', '2026-11-14'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2026', null],
  ['31.04.2026', null],
  ['00.01.2026', null],
  ['11/14/2026', null],
  ['2026-11-14', null],
  ['вчера', null],
])('the typed day %s is %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test('a date range includes its last day, and a range of one day shows one date', () => {
  const search = { from: '2026-11-14', to: '2026-11-14' };
  expect(instantsOf(search, 'Europe/Moscow', new Date())).toEqual({
    from: '2026-11-13T21:00:00.000Z',
    to: '2026-11-14T21:00:00.000Z',
  });
  expect(periodText(search)).toBe('14.11.2026');
  expect(periodText({ from: '2026-11-01', to: '2026-11-14' })).toBe('с 01.11.2026 по 14.11.2026');
});

test('today in Moscow starts at 21:00 UTC', () => {
  expect(todayInMoscow(new Date('2026-03-01T20:59:00Z'))).toBe('2026-03-01');
  expect(todayInMoscow(new Date('2026-03-01T22:00:00Z'))).toBe('2026-03-02');
});
