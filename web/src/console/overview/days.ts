import type { Overview } from '@kazna/contract/admin/overview';
import type { Currency } from '@kazna/contract/shared/money';
import { shiftDay } from '../../format/period.ts';

const shownDays = 30;

export interface Day {
  date: string;
  amountMinor: number;
}

/** Returns the last 30 days, with zeros for days without top-ups. */
export function lastDays(moneyIn: Overview['moneyIn'], currency: Currency, today: string): Day[] {
  const byDate = new Map(
    moneyIn.filter((one) => one.currency === currency).map(({ date, amountMinor }) => [date, amountMinor]),
  );
  return Array.from({ length: shownDays }, (_, index) => {
    const date = shiftDay(today, index - shownDays + 1);
    return { date, amountMinor: byDate.get(date) ?? 0 };
  });
}

/** Returns the currencies with top-ups; roubles always come first. */
export function currenciesIn(moneyIn: Overview['moneyIn']): Currency[] {
  const found = new Set(moneyIn.map(({ currency }) => currency));
  return ['RUB', ...[...found].filter((currency) => currency !== 'RUB')];
}
