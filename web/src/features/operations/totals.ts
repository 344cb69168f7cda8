import type { EntryTotal } from '@kazna/contract/cabinet/balance';
import type { Currency } from '@kazna/contract/shared/money';

interface CurrencyTotals {
  currency: Currency;
  inMinor: number;
  outMinor: number;
  kinds: EntryTotal[];
}

export function byCurrency(totals: readonly EntryTotal[]): CurrencyTotals[] {
  const found = new Map<Currency, CurrencyTotals>();
  for (const total of totals) {
    const { currency, inMinor, outMinor } = total;
    const sum = found.get(currency) ?? { currency, inMinor: 0, outMinor: 0, kinds: [] };
    found.set(currency, {
      currency,
      inMinor: sum.inMinor + inMinor,
      outMinor: sum.outMinor + outMinor,
      kinds: [...sum.kinds, total],
    });
  }
  return [...found.values()];
}
