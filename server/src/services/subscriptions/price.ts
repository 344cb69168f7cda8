import type { DayRange, PeriodUnit, TariffTerms } from '@kazna/contract/shared/tariffs';
import { type Day, daysBetween, earlierOf, periodAt } from './periods.ts';

export interface Discount {
  id: string;
  percent: number | null;
  amountMinor: number | null;
}

/** The ledger takes no larger charge. */
export const maxChargeMinor = 100_000_000_000;

/** What a whole period costs. A discount by amount is of the period, whatever the quantity. */
export function periodPrice(
  { priceMinor }: Pick<TariffTerms, 'priceMinor'>,
  quantity: number,
  discount: Discount | null,
): number {
  const full = BigInt(priceMinor) * BigInt(quantity);
  if (discount?.percent) {
    const hundredths = BigInt(Math.round((100 - discount.percent) * 100));
    return Number(halfUp(full * hundredths, 10_000n));
  }
  const less = BigInt(discount?.amountMinor ?? 0);
  return Number(full > less ? full - less : 0n);
}

/** The price of some days of a period, rounded once. */
export function partOfPeriod(periodMinor: number, days: number, periodDays: number): number {
  return Number(halfUp(BigInt(periodMinor) * BigInt(days), BigInt(periodDays)));
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Days of one period, with what they cost. */
export interface Part extends DayRange {
  periodMinor: number;
  periodDays: number;
  amountMinor: number;
}

/** Splits the days by the periods that they belong to. */
export function partsOf(terms: TariffTerms, anchor: Day, { from, to }: DayRange, periodMinor: number): Part[] {
  const parts: Part[] = [];
  for (let day = from; day < to; ) {
    const period = periodAt(terms, anchor, day);
    const end = earlierOf(period.to, to);
    const periodDays = daysBetween(period.from, period.to);
    const amountMinor = partOfPeriod(periodMinor, daysBetween(day, end), periodDays);
    parts.push({ from: day, to: end, periodMinor, periodDays, amountMinor });
    day = end;
  }
  return parts;
}

/** In hundredths of a day, for comparing prices of periods that differ. */
const lengths: Record<PeriodUnit, bigint> = {
  day: 100n,
  week: 700n,
  month: 3044n,
  quarter: 9131n,
  year: 36_524n,
};

export function costsMore(
  one: { terms: TariffTerms; periodMinor: number },
  other: { terms: TariffTerms; periodMinor: number },
): boolean {
  const lengthOf = ({ terms: { period } }: typeof one) => lengths[period.unit] * BigInt(period.count);
  return BigInt(other.periodMinor) * lengthOf(one) > BigInt(one.periodMinor) * lengthOf(other);
}
