import { todayInMoscow } from '../../format/period.ts';
import { optionalTextOf } from '../../navigation/plain-search.ts';

export interface RegisterSearch {
  /** `2026-11`; the last month that is over without it. */
  period?: string | undefined;
}

export function readRegisterSearch(search: Record<string, unknown>): RegisterSearch {
  return { period: optionalTextOf(search.period) };
}

export function shownPeriod({ period }: RegisterSearch, today = todayInMoscow()): string {
  if (period && /^20\d{2}-(0[1-9]|1[0-2])$/.test(period)) return period;
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7);
}
