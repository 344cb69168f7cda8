import type { PeriodUnit, TariffTerms } from '@kazna/contract/shared/tariffs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthly } from '../../../tests/support/services.ts';
import { addDays, type Day, dayIn, daysBetween, periodAt, startOfDayIn } from './periods.ts';
import { costsMore, partOfPeriod, partsOf, periodPrice } from './price.ts';

const terms = (changes: Partial<TariffTerms> = {}): TariffTerms => ({ ...monthly, ...changes });
const yearly = terms({ period: { unit: 'year', count: 1 } });

/** The price of the days from one to another within the period that holds them. */
function priceBetween(of: TariffTerms, anchor: Day, from: Day, to: Day): number {
  return partsOf(of, anchor, { from, to }, of.priceMinor).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * Rows of other products' tests that fit our rules, with their source. Where theirs differ, the name says how: days are
 * whole local ones, the day of the change belongs to the new tariff, and taxes are in the price.
 */
const cases: [source: string, computed: () => unknown, expected: unknown][] = [
  [
    'polar test_service_prorations: 100 → 300 on 16 June gives 50 back and charges 150',
    () => [partOfPeriod(10_000, 15, 30), partOfPeriod(30_000, 15, 30)],
    [5000, 15_000],
  ],
  [
    'polar test_service_prorations: the same on 11 June gives 66.67 back and charges 200',
    () => [partOfPeriod(10_000, 20, 30), partOfPeriod(30_000, 20, 30)],
    [6667, 20_000],
  ],
  [
    'polar test_service_prorations: a year of 1000 → 3000 after 61 of 365 days',
    () =>
      [100_000, 300_000].map((priceMinor) =>
        priceBetween({ ...yearly, priceMinor }, '2024-08-01', '2024-10-01', '2025-08-01'),
      ),
    [83_288, 249_863],
  ],
  [
    'lago terminate_manually_spec: a calendar month from 8 February, 75.00 without their tax of 15.00',
    () => priceBetween(terms({ priceMinor: 10_000, anchor: 'calendar' }), '2025-02-08', '2025-02-08', '2025-03-01'),
    7500,
  ],
  [
    'lago terminate_manually_spec: terminated on 21 February, whose day is used as theirs is, 7 of 28 days come back, 30.00 with their tax',
    () => priceBetween(terms({ priceMinor: 10_000, anchor: 'calendar' }), '2025-02-08', '2025-02-22', '2025-03-01'),
    2500,
  ],
  [
    'killbill TestIntegration: bill day 31, from 2 to 31 March is 29 of 31 days',
    () => priceBetween(terms({ priceMinor: 59_995 }), '2012-01-31', '2012-03-02', '2012-03-31'),
    56_124,
  ],
  [
    'killbill TestIntegration: bill day 3, 2 March is the last of the 29 days from 3 February',
    () => priceBetween(terms({ priceMinor: 59_995 }), '2012-01-03', '2012-03-02', '2012-03-03'),
    2069,
  ],
  [
    'killbill TestOverdueIntegration: blocked from 10 to 20 July of a period of 31 days is not charged',
    () => priceBetween(terms({ priceMinor: 24_995 }), '2012-05-31', '2012-07-10', '2012-07-20'),
    8063,
  ],
  [
    'killbill TestOverdueIntegration: blocked until the end of that period leaves its first 10 days',
    () => priceBetween(terms({ priceMinor: 24_995 }), '2012-05-31', '2012-07-10', '2012-07-31'),
    16_932,
  ],
  [
    'killbill’s mode of 30 days makes 22 of them, 0.7333; ours has the real month of 31',
    () => priceBetween(terms({ priceMinor: 100_000 }), '2011-05-23', '2011-05-23', '2011-06-15'),
    74_194,
  ],
  [
    'flexprice calculator_test: 17 of 31 days of March are left on the 15th, which is the new tariff’s',
    () => priceBetween(terms({ priceMinor: 31_000, anchor: 'calendar' }), '2024-03-01', '2024-03-15', '2024-04-01'),
    17_000,
  ],
  [
    'lago billing_boundaries_spec: from 31 January, in half-open days',
    () => ['2024-01-31', '2024-02-29', '2024-03-31'].map((day) => periodAt(monthly, '2024-01-31', day)),
    [
      { from: '2024-01-31', to: '2024-02-29' },
      { from: '2024-02-29', to: '2024-03-31' },
      { from: '2024-03-31', to: '2024-04-30' },
    ],
  ],
  ['stripe prorations: 10 → 20 halfway is 5 more', () => partOfPeriod(2000, 15, 30) - partOfPeriod(1000, 15, 30), 500],
];

test.each(cases)('%s', (_, computed, expected) => {
  expect(computed()).toEqual(expected);
});

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2001-01-01', days));
const periodic = fc.record({
  period: fc.record({
    unit: fc.constantFrom(...(['day', 'week', 'month', 'quarter', 'year'] as const)),
    count: fc.integer({ min: 1, max: 36 }),
  }),
  anchor: fc.constantFrom('calendar' as const, 'connection' as const),
});

test('every day belongs to exactly one period, and the next period begins where one ends', () => {
  fc.assert(
    fc.property(periodic, day, fc.integer({ min: 0, max: 5000 }), (of, anchor, days) => {
      const date = addDays(anchor, days);
      const period = periodAt(of, anchor, date);
      expect(period.from <= date && date < period.to).toBe(true);
      expect(periodAt(of, anchor, addDays(period.to, -1))).toEqual(period);
      expect(periodAt(of, anchor, period.to).from).toBe(period.to);
    }),
  );
});

test('the parts of any days lie side by side, and each is within half a kopeck of its share', () => {
  fc.assert(
    fc.property(
      periodic,
      day,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (of, anchor, days, periodMinor) => {
        const to = addDays(anchor, days);
        let from = anchor;
        for (const part of partsOf(terms(of), anchor, { from: anchor, to }, periodMinor)) {
          expect(part.from).toBe(from);
          const exact = (periodMinor * daysBetween(part.from, part.to)) / part.periodDays;
          expect(Math.abs(part.amountMinor - exact)).toBeLessThanOrEqual(0.5);
          from = part.to;
        }
        expect(from).toBe(to);
      },
    ),
  );
});

test.each(['Europe/Moscow', 'Asia/Kamchatka', 'America/New_York'])(
  'a day of %s begins at its first instant, in summer time too',
  (zone) => {
    fc.assert(
      fc.property(day, (date) => {
        const start = startOfDayIn(zone, date);
        expect(dayIn(zone, start)).toBe(date);
        expect(dayIn(zone, new Date(Date.parse(start) - 1).toISOString())).toBe(addDays(date, -1));
      }),
    );
  },
);

test('a discount by percent rounds half up, and one by amount never makes the price negative', () => {
  const discount = { id: '', percent: null, amountMinor: null };
  expect(periodPrice({ priceMinor: 333 }, 1, { ...discount, percent: 50 })).toBe(167);
  expect(periodPrice({ priceMinor: 333 }, 3, { ...discount, percent: 12.5 })).toBe(874);
  expect(periodPrice({ priceMinor: 333 }, 2, { ...discount, amountMinor: 700 })).toBe(0);
});

test('tariffs of different periods are compared by the day', () => {
  const month = { terms: monthly, periodMinor: 30_000 };
  expect(costsMore(month, { terms: yearly, periodMinor: 300_000 })).toBe(false);
  expect(costsMore(month, { terms: yearly, periodMinor: 370_000 })).toBe(true);
});

test.each([
  ['day', 3, '2027-01-04'],
  ['week', 2, '2027-01-15'],
  ['month', 2, '2027-03-01'],
  ['quarter', 1, '2027-04-01'],
  ['quarter', 2, '2027-07-01'],
  ['year', 1, '2028-01-01'],
] as const)('the period of a %s, %d of them, from 1 January 2027 ends before %s', (unit, count, to) => {
  const period = { unit, count };
  expect(periodAt(terms({ period, anchor: 'connection' }), '2027-01-01', '2027-01-02')).toEqual({
    from: '2027-01-01',
    to,
  });
});

test('a day, and as many days as each period has on the average, cost the same at the same price of a day', () => {
  const of = (unit: PeriodUnit, count: number, periodMinor: number) => ({
    terms: terms({ period: { unit, count } }),
    periodMinor,
  });
  const day = of('day', 1, 1000);
  const equal = [
    of('day', 5, 5000),
    of('week', 1, 7000),
    of('month', 1, 30_440),
    of('quarter', 1, 91_310),
    of('year', 2, 730_480),
  ];
  for (const other of equal) {
    expect([costsMore(day, other), costsMore(other, day)]).toEqual([false, false]);
    expect(costsMore(day, { ...other, periodMinor: other.periodMinor + 1 })).toBe(true);
  }
});
