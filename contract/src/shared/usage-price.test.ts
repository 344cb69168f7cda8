import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fromMillionths,
  type MeterTerms,
  meterTerms,
  priceOf,
  toMillionths,
  type UsagePrice,
  usageAmount,
} from './usage-price.ts';
import { check } from './validation.ts';

const whole = 10n ** 12n;
const millionths = (quantity: string | number) => toMillionths(quantity) as bigint;
const priced = (price: UsagePrice, quantity: string | number) =>
  Number(priceOf(price, millionths(quantity))) / Number(whole);
const tiers = (...all: [upTo: number | null, unitMinor: number | string, flatMinor: number][]) =>
  all.map(([upTo, unitMinor, flatMinor]) => ({ upTo, unitMinor, flatMinor }));

const graduated = { model: 'graduated', tiers: tiers([10, 10, 2], [20, 5, 3], [null, 5, 3]) } as const;
const volume = { model: 'volume', tiers: tiers([100, 2, 10], [200, 1, 0], [null, 0.5, 50]) } as const;
const cliff = { model: 'volume', tiers: tiers([15, 10, 0], [null, 5, 0]) } as const;
const allTiers = { model: 'graduated', tiers: tiers([10, 1.5, 0], [110, 1, 0], [null, 0.5, 0]) } as const;
const topTier = { ...allTiers, model: 'volume' } as const;
const packages = { model: 'package', size: 10, packageMinor: 100 } as const;

test.each<[string, UsagePrice, number, number]>([
  [
    'lago graduated_service_spec: 0 of tiers with the first one’s flat fee, which bills of ours leave out',
    graduated,
    0,
    2,
  ],
  ['lago graduated_service_spec: the first unit', graduated, 1, 12],
  ['lago graduated_service_spec: all of the first tier', graduated, 10, 102],
  ['graduated tiers, into the second', graduated, 11, 110],
  ['graduated tiers, into the third', graduated, 21, 163],
  ['lago volume_service_spec: 0 of tiers with the first one’s flat fee, which bills of ours leave out', volume, 0, 10],
  ['lago volume_service_spec: one unit', volume, 1, 12],
  ['lago volume_service_spec: the end of the first tier', volume, 100, 210],
  ['lago volume_service_spec: half a unit further', volume, 100.5, 100.5],
  ['lago volume_service_spec: the second tier', volume, 101, 101],
  ['openmeter tieredvolume_test: a cliff, before it', cliff, 15, 150],
  ['openmeter tieredvolume_test: a cliff, after it', cliff, 16, 80],
  ['killbill TestContiguousIntervalConsumableInArrear: all tiers of 10, 100 and the rest', allTiers, 111, 115.5],
  ['killbill TestContiguousIntervalConsumableInArrear: the top tier alone', topTier, 111, 55.5],
  ['lago package_service_spec: packages that are begun count', packages, 121, 1300],
  ['lago package_service_spec: 10 of them free', packages, 121 - 10, 1200],
  ['a unit of 0.35 kopecks', { model: 'unit', unitMinor: '0.35' }, 3, 1.05],
])('%s costs what others’ tests say', (_, price, quantity, amount) => {
  expect(priced(price, quantity)).toBe(amount);
});

const meter = (price: UsagePrice, more: Partial<MeterTerms> = {}): MeterTerms => ({
  ...{ meter: 'traffic', price, includedQuantity: 0, minimumMinor: 0 },
  ...more,
});

test('a line of usage is free of the included quantity, at least the minimum, and rounded half up once', () => {
  const amount = (terms: MeterTerms, quantity: string | number) => usageAmount(terms, millionths(quantity));
  expect(amount(meter(packages, { includedQuantity: 10 }), 121)).toBe(1200);
  expect(amount(meter({ model: 'unit', unitMinor: '0.35' }), 10)).toBe(4);
  expect(amount(meter({ model: 'unit', unitMinor: '0.35' }), '1.428571')).toBe(0);
  expect(amount(meter({ model: 'unit', unitMinor: '0.5' }), 1)).toBe(1);
  expect(amount(meter({ model: 'unit', unitMinor: 1 }, { minimumMinor: 500 }), 3)).toBe(500);
  expect(amount(meter({ model: 'unit', unitMinor: 1 }, { minimumMinor: 500 }), 0)).toBe(0);
  expect(amount(meter(graduated, { minimumMinor: 500 }), -5)).toBe(0);
  // Lago bills the first tier's flat fee of 2 and 10 here.
  expect([amount(meter(graduated), 0), amount(meter(volume), 0)]).toEqual([0, 0]);
});

test('a part of a period has its share of the included quantity and of the minimum', () => {
  const terms = meter({ model: 'unit', unitMinor: 10 }, { includedQuantity: 300, minimumMinor: 3100 });
  expect(usageAmount(terms, millionths(100), { days: 10, periodDays: 30 })).toBe(1033);
  expect(usageAmount(terms, millionths(1000), { days: 10, periodDays: 30 })).toBe(9000);
});

test('what was used before a stop fills tiers and the included quantity, and pays no flat fee again', () => {
  const amount = (
    more: Partial<MeterTerms>,
    quantity: number,
    part: { usedBefore: bigint; isIncludedOnce?: boolean },
  ) => usageAmount(meter(graduated, more), millionths(quantity), { days: 1, periodDays: 1, ...part });
  expect(amount({}, 5, { usedBefore: millionths(8) })).toBe(2 * 10 + 3 + 3 * 5);
  expect(amount({}, 9, { usedBefore: 1n })).toBe(90);
  const usedBefore = millionths(8);
  expect(amount({ includedQuantity: 4 }, 5, { usedBefore })).toBe(10);
  expect(amount({ includedQuantity: 4 }, 5, { usedBefore, isIncludedOnce: true })).toBe(50);
  expect(usageAmount(meter(graduated, { includedQuantity: 10 }), millionths(10))).toBe(0);
});

test.each<[string, bigint]>([
  ['0', 0n],
  ['0.5', 500_000n],
  ['-0.000001', -1n],
  ['-12.5', -12_500_000n],
])('%s is the text of its millionths', (text, value) => {
  expect([fromMillionths(value), toMillionths(text)]).toEqual([text, value]);
});

test('a number is read where its digits are all there, up to fifteen of them', () => {
  expect(toMillionths(123_456_789.123456)).toBe(123_456_789_123_456n);
  expect(toMillionths(1_234_567_890.123456)).toBeNull();
});

test('prices that are no decimals, too large sums, too many tiers and too long keys are refused', () => {
  const isRefused = (terms: object) => check(meterTerms, { ...meter(packages), ...terms }).errors !== undefined;
  expect(isRefused({ price: { model: 'unit', unitMinor: 'много' } })).toBe(true);
  const rising = (count: number) => ({
    model: 'volume',
    tiers: tiers(...Array.from({ length: count - 1 }, (_, index): [number, number, number] => [index + 1, 1, 0]), [
      ...([null, 1, 0] as const),
    ]),
  });
  expect([isRefused({ price: rising(20) }), isRefused({ price: rising(21) })]).toEqual([false, true]);
  const most = 100_000_000_000;
  expect([isRefused({ minimumMinor: most }), isRefused({ minimumMinor: most + 1 })]).toEqual([false, true]);
  expect([isRefused({ meter: 'a'.repeat(60) }), isRefused({ meter: 'a'.repeat(61) })]).toEqual([false, true]);
});

test.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
  1e-7,
  '1e3',
  '',
  ' 1',
  '1,5',
  '9'.repeat(13),
  '0.1234567',
  null,
  {},
  0.1 + 0.2,
])('%j is no quantity', (value) => {
  expect(toMillionths(value)).toBeNull();
});

const decimal = (most: number) => fc.integer({ min: 0, max: most }).map((value) => fromMillionths(BigInt(value)));
const tierList = fc
  .uniqueArray(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 0, maxLength: 4 })
  .chain((bounds) =>
    fc
      .array(fc.record({ unitMinor: decimal(5_000_000), flatMinor: fc.nat({ max: 500 }) }), {
        minLength: bounds.length + 1,
        maxLength: bounds.length + 1,
      })
      .map((prices) => {
        const sorted = bounds.toSorted((one, other) => one - other);
        return prices.map((price, index) => {
          const bound = sorted[index];
          return { upTo: bound === undefined ? null : fromMillionths(BigInt(bound)), ...price };
        });
      }),
  );
const anyPrice: fc.Arbitrary<UsagePrice> = fc.oneof(
  fc.record({ model: fc.constant('unit' as const), unitMinor: decimal(9_000_000) }),
  fc.record({
    model: fc.constantFrom('graduated' as const, 'volume' as const),
    tiers: tierList,
  }) as fc.Arbitrary<UsagePrice>,
  fc.record({
    model: fc.constant('package' as const),
    size: fc.integer({ min: 1, max: 9_000_000 }).map((size) => fromMillionths(BigInt(size))),
    packageMinor: fc.nat({ max: 1000 }),
  }),
);

/** A decimal text as a whole number of a trillionth. */
const trillionths = (text: string | number) => {
  const [units = '', rest = ''] = String(text).split('.');
  return BigInt(units) * whole + BigInt(rest.padEnd(12, '0'));
};

/** The same price by what each tier holds between two bounds; a fraction as numerator and denominator. */
function secondOpinion({ price, includedQuantity, minimumMinor }: MeterTerms, used: bigint): number {
  const all = used * 1_000_000n;
  if (all <= 0n) return 0;
  const free = trillionths(includedQuantity);
  const rest = all > free ? all - free : 0n;
  let sum = 0n;
  if (rest > 0n && price.model === 'unit') sum = rest * trillionths(price.unitMinor);
  if (rest > 0n && price.model === 'package') {
    const size = trillionths(price.size);
    sum = (rest / size + (rest % size > 0n ? 1n : 0n)) * BigInt(price.packageMinor) * whole * whole;
  }
  if (rest > 0n && (price.model === 'graduated' || price.model === 'volume')) {
    const bounds = price.tiers.map(({ upTo }) => (upTo === null ? rest : trillionths(upTo)));
    price.tiers.forEach(({ unitMinor, flatMinor }, index) => {
      const lower = index === 0 ? 0n : (bounds[index - 1] as bigint);
      const upper = bounds[index] as bigint;
      const held = (rest < upper ? rest : upper) - lower;
      const isReached = held > 0n;
      if (!isReached) return;
      const isLast = rest <= upper;
      if (price.model === 'graduated') sum += held * trillionths(unitMinor) + BigInt(flatMinor) * whole * whole;
      else if (isLast) sum = rest * trillionths(unitMinor) + BigInt(flatMinor) * whole * whole;
    });
  }
  const minimum = BigInt(minimumMinor) * whole * whole;
  const larger = sum > minimum ? sum : minimum;
  const [kopecks, remainder] = [larger / (whole * whole), larger % (whole * whole)];
  return Number(remainder * 2n >= whole * whole ? kopecks + 1n : kopecks);
}

/** What is used up to the bound of a tier; null where there is none at the place. */
function boundOf({ price, includedQuantity }: MeterTerms, place: number | null): bigint | null {
  const upTo = 'tiers' in price && place !== null ? price.tiers[place]?.upTo : null;
  return upTo == null ? null : (toMillionths(upTo) ?? 0n) + (toMillionths(includedQuantity) ?? 0n);
}

test('any price of usage is what a second implementation says', () => {
  fc.assert(
    fc.property(
      fc.record({
        meter: fc.constant('m'),
        price: anyPrice,
        includedQuantity: decimal(20_000_000),
        minimumMinor: fc.nat({ max: 300 }),
      }),
      fc.bigInt({ min: -1_000_000n, max: 100_000_000n }),
      fc.option(fc.nat({ max: 3 })),
      (terms, drawn, place) => {
        expect(check(meterTerms, terms).errors).toBeUndefined();
        const quantity = boundOf(terms, place) ?? drawn;
        expect(usageAmount(terms, quantity)).toBe(secondOpinion(terms, quantity));
      },
    ),
    { numRuns: 2000 },
  );
});

test('tiers that do not rise, or whose last one has an end, are refused', () => {
  const refused = (...all: Parameters<typeof tiers>) =>
    check(meterTerms, meter({ model: 'volume', tiers: tiers(...all) })).errors !== undefined;
  expect([
    refused([10, 1, 0]),
    refused([10, 1, 0], [10, 1, 0], [null, 1, 0]),
    refused([null, 1, 0], [null, 1, 0]),
  ]).toEqual([true, true, true]);
  expect(refused([10, 1, 0], [20, 1, 0], [null, 1, 0])).toBe(false);
});
