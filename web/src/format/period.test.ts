import { expect, test } from 'vitest';
import { daysOf, instantsOf, isDay, parseDay, periodText, shiftDay, startOfDay, todayInMoscow } from './period.ts';

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
  const beginOf = (period: string, timezone: string) => instantsOf({ period }, timezone, now).from;
  expect(beginOf('today', 'Europe/Moscow')).toBe('2026-11-14T21:00:00.000Z');
  expect(beginOf('7d', 'Europe/Moscow')).toBe('2026-11-08T21:00:00.000Z');
  expect(beginOf('30d', 'UTC')).toBe('2026-10-16T00:00:00.000Z');
  expect(beginOf('month', 'Europe/Moscow')).toBe('2026-10-31T21:00:00.000Z');
});

test.each([
  ['month', '2026-01-31', '2026-01-01', undefined],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['quarter', '2026-11-18', '2026-10-01', undefined],
  ['last-quarter', '2026-11-18', '2026-07-01', '2026-09-30'],
  ['last-quarter', '2026-02-01', '2025-10-01', '2025-12-31'],
  ['year', '2026-11-18', '2026-01-01', undefined],
  ['last-year', '2026-11-18', '2025-01-01', '2025-12-31'],
])('the period %s on %s is from %s to %s', (period, today, from, to) => {
  expect(daysOf({ period }, today)).toEqual({ from, to });
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
