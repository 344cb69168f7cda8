import type { getBalance } from '@kazna/contract/cabinet/balance';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { Currency } from '@kazna/contract/shared/money';

const days = 30;

/** What a month costs at the pace by which the server says how long the balance lasts; null where it does not. */
export function monthlyPace(balance: Answer<typeof getBalance> | undefined, currency: Currency): number | null {
  return balance?.items[0]?.currency === currency ? balance.monthMinor : null;
}

export function daysOf(amountMinor: number, monthMinor: number): number {
  return Math.floor((Math.max(0, amountMinor) * days) / monthMinor);
}
