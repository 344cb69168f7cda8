import { expect, test } from 'vitest';
import { describeTimezone, listTimezones } from './timezones.ts';

const winter = new Date('2026-01-15T12:00:30Z');
const summer = new Date('2026-07-15T12:00:30Z');

test.each([
  ['Europe/Moscow', winter, 'Москва, UTC+3'],
  ['Europe/Berlin', winter, 'Berlin (Центральная Европа), UTC+1'],
  ['Europe/Berlin', summer, 'Berlin (Центральная Европа), UTC+2'],
  ['America/St_Johns', winter, 'St Johns (Ньюфаундленд), UTC−3:30'],
  ['UTC', winter, 'UTC, UTC+0'],
])('%s is described by its place and offset', (zone, at, label) => {
  expect(describeTimezone(zone, at).label).toBe(label);
});

test('Russian time zones come first, from west to east, without gaps or repeats', () => {
  const groups = listTimezones('Asia/Calcutta');
  expect(groups[0]?.items.at(0)?.label).toBe('Калининград, UTC+2');
  expect(groups[0]?.items.at(-1)?.offsetMinutes).toBe(720);
  const values = groups.flatMap(({ items }) => items.map(({ value }) => value));
  expect(new Set(values).size).toBe(values.length);
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'Asia/Calcutta']) expect(values).toContain(zone);
});
