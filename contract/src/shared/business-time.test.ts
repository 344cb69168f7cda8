import fc from 'fast-check';
import { expect, test } from 'vitest';
import { businessDay, businessTime } from './business-time.ts';

test.each([
  ['2026-11-18T20:59:59.999Z', '2026-11-18'],
  ['2026-11-18T21:00:00.000Z', '2026-11-19'],
  ['2026-11-18T20:59:59.999Z', '2026-11-18'],
  ['2012-06-30T19:59:59.999Z', '2012-06-30'],
  ['2012-06-30T20:00:00.000Z', '2012-07-01'],
])('%s is on the day %s of the business', (instant, day) => {
  expect(businessDay(instant)).toBe(day);
});

test('a day of the business is that of its clock, whatever was asked before', () => {
  const moment = fc.date({ min: new Date('1992-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: -1_000_000, max: 1_000_000 }), (first, ms) => {
      const second = new Date(first.getTime() + ms);
      for (const one of [first, second, first]) expect(businessDay(one)).toBe(businessTime(one).slice(0, 10));
    }),
  );
});

test('a time that is none has no day of the business', () => {
  expect(() => businessDay('tomorrow')).toThrow(RangeError);
});
