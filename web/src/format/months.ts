import { monthName } from './month-names.ts';
import { todayInMoscow } from './period.ts';

const offeredMonths = 24;

/** «Ноябрь 2026» by `2026-11`. */
export function periodName(period: string): string {
  const name = monthName(new Date(period));
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${period.slice(0, 4)}`;
}

/** The last two years, newest first, and the chosen month if it is older. */
export function monthsToChoose(chosen: string | undefined, today = todayInMoscow()): Record<string, string> {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const months = Array.from({ length: offeredMonths }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
  const all = chosen && !months.includes(chosen) ? [...months, chosen] : months;
  return Object.fromEntries(all.map((period) => [period, periodName(period)]));
}
