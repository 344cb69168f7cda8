/** In percent; null for a seller who is no payer of VAT. */
export type VatRate = 0 | 5 | 7 | 10 | 22 | null;

/** The VAT inside an amount, to the nearest kopeck. */
export function vatIncluded(amountMinor: number, rate: VatRate): number {
  if (!rate) return 0;
  const divisor = BigInt(100 + rate);
  return Number((BigInt(amountMinor) * BigInt(rate) * 2n + divisor) / (divisor * 2n));
}
