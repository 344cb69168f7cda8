import type { TaxPeriod } from '@kazna/contract/admin/business';

/** The one in force on that day; undefined before the first. */
export function taxPeriodOn(periods: readonly TaxPeriod[], day: string): TaxPeriod | undefined {
  return periods
    .filter(({ from }) => from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))
    .at(0);
}
