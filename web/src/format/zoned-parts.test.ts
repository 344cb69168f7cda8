import { expect, test } from 'vitest';
import { zonedParts, zonesWithFixedOffset } from './zoned-parts.ts';

const hours = (instant: Date, timezone: string | undefined) => {
  const { year, month, day, hour, minute } = zonedParts(instant, timezone);
  return `${year}-${month}-${day} ${hour}:${minute}`;
};

const timezoneData = (timeZone?: string) =>
  new Intl.DateTimeFormat('sv-SE', { ...(timeZone && { timeZone }), dateStyle: 'short', timeStyle: 'short' });

test.each(zonesWithFixedOffset)('times in %s follow the time zone data in every month since 2010', (timezone) => {
  const data = timezoneData(timezone);
  for (let month = 0; month < 12 * 30; month += 1) {
    const instant = new Date(Date.UTC(2010, month, 1, 20, 59));
    expect(hours(instant, timezone)).toBe(data.format(instant));
  }
});

test('times in a zone with clock changes follow them', () => {
  expect(hours(new Date('2026-03-29T00:59:00Z'), 'Europe/Berlin')).toBe('2026-03-29 01:59');
  expect(hours(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe('2026-03-29 03:00');
});

test('times without a time zone are the browser’s', () => {
  const instant = new Date('2026-07-31T21:30:00Z');
  expect(hours(instant, undefined)).toBe(timezoneData().format(instant));
});
