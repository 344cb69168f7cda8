import { todayInMoscow } from './period.ts';

const monthNames = 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' ');
const offeredMonths = 24;

/** «Ноябрь 2026» by `2026-11`. */
export function monthName(period: string): string {
  const [year, month] = period.split('-');
  return `${monthNames[Number(month) - 1]} ${year}`;
}

/** The last two years, newest first, and the chosen month if it is older. */
export function monthsToChoose(chosen: string | undefined, today = todayInMoscow()): Record<string, string> {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const months = Array.from({ length: offeredMonths }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
  const all = chosen && !months.includes(chosen) ? [...months, chosen] : months;
  return Object.fromEntries(all.map((period) => [period, monthName(period)]));
}
