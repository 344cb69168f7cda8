import type { TaxPeriod } from '@kazna/contract/admin/business';
import type { VatRate } from './vat.ts';

/** 425-ФЗ of 28.11.2025 raised the general rate; the day of the sale or of the receipt decides. */
const generalRateRaisedOn = '2026-01-01';

/** The one in force on that day, with the rate of that day; undefined before the first. */
export function taxPeriodOn(
  periods: readonly TaxPeriod[],
  day: string,
): (Omit<TaxPeriod, 'vat'> & { vat: VatRate }) | undefined {
  const period = periods
    .filter(({ from }) => from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))
    .at(0);
  return period && { ...period, vat: period.vat === 22 && day < generalRateRaisedOn ? 20 : period.vat };
}
