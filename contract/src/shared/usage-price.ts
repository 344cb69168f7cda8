import * as z from 'zod/mini';
import { addLabels } from './validation.ts';

addLabels({
  meter: ['счётчик', 'счётчика'],
  tiers: ['ступени: каждая с новой строки, «до 100: 2,00», последняя «дальше: 0,90»', 'ступеней'],
  unitMinor: ['цену единицы', 'цены единицы'],
  flatMinor: ['плату за ступень', 'платы за ступень'],
  upTo: ['границу ступени', 'границы ступени'],
  size: ['размер пакета', 'размера пакета'],
  packageMinor: ['цену пакета', 'цены пакета'],
  includedQuantity: ['включённое количество', 'включённого количества'],
  minimumMinor: ['наименьшую плату', 'наименьшей платы'],
});

export const aggregations = ['sum', 'count', 'max', 'unique'] as const;

/** Of quantities and of prices of one unit. */
const decimals = 6;
const scale = 10n ** BigInt(decimals);
const maxWholeDigits = 12;
const decimalText = new RegExp(`^-?\\d{1,${maxWholeDigits}}(?:\\.\\d{1,${decimals}})?$`);
/** A number of JSON with more of them is not what was written. */
const maxNumberDigits = 15;

/**
 * Returns a decimal of at most 12 digits before the point and 6 after it in millionths; null for anything else. Numbers are
 * read by their shortest text, so that 0.1 is a tenth.
 */
export function toMillionths(value: unknown): bigint | null {
  const text = typeof value === 'number' ? numberText(value) : value;
  if (typeof text !== 'string' || !decimalText.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

function numberText(value: number): string | null {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : null;
  // Small numbers are written as 1e-7 from the seventh place on.
  const text = String(value);
  return text.replace(/\D/g, '').replace(/^0+/, '').length <= maxNumberDigits ? text : null;
}

/** Returns `12.5` for 12500000. */
export function fromMillionths(millionths: bigint): string {
  const sign = millionths < 0n ? '-' : '';
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`;
}

const isDecimalFrom = (least: bigint) => (value: unknown) => (toMillionths(value) ?? -1n) >= least;
const decimal = (least: bigint, error: string) =>
  z.union([z.number(), z.string().check(z.maxLength(20))]).check(z.refine(isDecimalFrom(least), { error }));
const notNegative = decimal(0n, 'Не меньше нуля и не больше шести знаков после запятой');
const positive = decimal(1n, 'Больше нуля и не больше шести знаков после запятой');
const minor = z.int().check(z.gte(0), z.lte(100_000_000_000));

const tier = z.object({
  /** The last quantity of the tier; null for the last tier. */
  upTo: z.nullable(positive),
  unitMinor: notNegative,
  /** Once, where the tier is reached. */
  flatMinor: minor,
});
export type Tier = z.output<typeof tier>;

const tiers = z
  .array(tier)
  .check(
    z.minLength(1),
    z.maxLength(20),
    z.refine(areOrdered, { error: 'Границы ступеней возрастают, а последняя ступень без границы' }),
  );

function areOrdered(all: Tier[]): boolean {
  return all.every(({ upTo }, index) => {
    if (index === all.length - 1) return upTo === null;
    const before = all[index - 1]?.upTo;
    return upTo !== null && (before == null || (toMillionths(upTo) ?? 0n) > (toMillionths(before) ?? 0n));
  });
}

const usagePrice = z.discriminatedUnion('model', [
  z.object({ model: z.literal('unit'), unitMinor: notNegative }),
  z.object({ model: z.literal('graduated'), tiers }),
  z.object({ model: z.literal('volume'), tiers }),
  z.object({ model: z.literal('package'), size: positive, packageMinor: minor }),
]);
export type UsagePrice = z.output<typeof usagePrice>;

export const meterKeyPattern = /^[a-z0-9][a-z0-9_.-]*$/;
export const meterKey = z.string().check(z.minLength(1), z.maxLength(60), z.regex(meterKeyPattern));

/** What a tariff takes for what a meter counts in a period. */
export const meterTerms = z.object({
  meter: meterKey,
  price: usagePrice,
  /** Free in each period. */
  includedQuantity: notNegative,
  /** Of a period with usage. */
  minimumMinor: minor,
});
export type MeterTerms = z.output<typeof meterTerms>;

/** What a part of a period is of the whole, in days. */
export interface PartOfPeriod {
  days: number;
  periodDays: number;
  /** The days that the included quantity is of, where they are others. */
  includedDays?: number;
  /** Usage of the period under a subscription that was stopped before: tiers go on from there. */
  usedBefore?: bigint;
  /** Nothing was paid for the part: what was included before is not included again. */
  isIncludedOnce?: boolean;
}

const wholePeriod: PartOfPeriod = { days: 1, periodDays: 1 };

/**
 * What the quantity of a period costs, rounded half up once. Included quantity and minimum of a part of a period are its
 * share by days. Nothing where nothing was used, and never less than nothing.
 */
export function usageAmount(terms: MeterTerms, quantity: bigint, part = wholePeriod): number {
  if (quantity <= 0n) return 0;
  const { days, periodDays, includedDays = days, usedBefore = 0n, isIncludedOnce = false } = part;
  const share = (value: bigint, ofDays: number) => (value * BigInt(ofDays)) / BigInt(periodDays);
  const included = millionthsOf(terms.includedQuantity);
  const free = atLeastZero(share(included, includedDays) - (isIncludedOnce ? usedBefore : 0n));
  const before = atLeastZero(usedBefore - included);
  const priced =
    quantity > free
      ? priceOf(terms.price, before + quantity - free) - (before > 0n ? priceOf(terms.price, before) : 0n)
      : 0n;
  const least = share(BigInt(terms.minimumMinor) * scale * scale, days);
  return Number(halfUp(priced > least ? priced : least));
}

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n);

/** In millionths of millionths of a minor unit, exactly. */
export function priceOf(price: UsagePrice, quantity: bigint): bigint {
  switch (price.model) {
    case 'unit':
      return quantity * millionthsOf(price.unitMinor);
    case 'package': {
      const size = millionthsOf(price.size);
      return ((quantity + size - 1n) / size) * BigInt(price.packageMinor) * scale * scale;
    }
    case 'graduated':
      return graduated(price.tiers, quantity);
    case 'volume': {
      const reached = price.tiers.find(({ upTo }) => upTo === null || quantity <= millionthsOf(upTo)) as Tier;
      return quantity * millionthsOf(reached.unitMinor) + BigInt(reached.flatMinor) * scale * scale;
    }
  }
}

/** Each tier for its own part of the quantity. */
function graduated(all: Tier[], quantity: bigint): bigint {
  let sum = 0n;
  let from = 0n;
  for (const { upTo, unitMinor, flatMinor } of all) {
    const to = upTo === null || quantity < millionthsOf(upTo) ? quantity : millionthsOf(upTo);
    sum += (to - from) * millionthsOf(unitMinor) + BigInt(flatMinor) * scale * scale;
    from = to;
    if (to === quantity) break;
  }
  return sum;
}

const millionthsOf = (value: string | number) => toMillionths(value) ?? 0n;

function halfUp(value: bigint): bigint {
  const whole = scale * scale;
  return (2n * value + whole) / (2n * whole);
}
