import type { EntryTotal } from '@kazna/contract/cabinet/balance';
import type { Currency } from '@kazna/contract/shared/money';

interface CurrencyTotals {
  currency: Currency;
  inMinor: number;
  outMinor: number;
  kinds: EntryTotal[];
}

const isHold = ({ kind }: EntryTotal) => kind === 'hold' || kind === 'hold_release';

/** Money that is set aside neither comes in nor goes out, so that it counts only where nothing else is shown. */
export function byCurrency(totals: readonly EntryTotal[]): CurrencyTotals[] {
  const found = new Map<Currency, CurrencyTotals>();
  const isOnlyHolds = totals.every(isHold);
  for (const total of totals) {
    const { currency } = total;
    const { inMinor, outMinor } = isHold(total) && !isOnlyHolds ? { inMinor: 0, outMinor: 0 } : total;
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
