import type { TaxPeriod } from '@kazna/contract/admin/business';

/** In percent; null for a seller who is no payer of VAT. */
export type VatRate = 0 | 5 | 7 | 10 | 20 | 22 | null;

/** The VAT inside an amount, to the nearest kopeck; of what is given back, below zero. */
export function vatIncluded(amountMinor: number, rate: VatRate): number {
  if (!rate) return 0;
  // From zero: a minus before it would make it `-0`.
  if (amountMinor < 0) return 0 - vatIncluded(-amountMinor, rate);
  const divisor = BigInt(100 + rate);
  return Number((BigInt(amountMinor) * BigInt(rate) * 2n + divisor) / (divisor * 2n));
}

/** The VAT of each line. They add up to the VAT of the whole, so a line may differ from its own by a kopeck. */
export function vatOfLines(amounts: readonly number[], rate: VatRate): number[] {
  let amount = 0;
  let vat = 0;
  return amounts.map((line) => {
    amount += line;
    const before = vat;
    vat = vatIncluded(amount, rate);
    return vat - before;
  });
}

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

/** Absent for a payer of VAT, and where the period names none. */
export function groundOfVat({ vat, ground }: Pick<TaxPeriod, 'ground'> & { vat: VatRate }): { vatGround?: string } {
  return vat === null && ground ? { vatGround: ground } : {};
}
