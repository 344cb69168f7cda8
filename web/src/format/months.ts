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

// By hand: the formats of `Intl` for Russian months take tens of milliseconds on a phone, which the first screen pays.
const names = [
  ['январь', 'января', 'январе'],
  ['февраль', 'февраля', 'феврале'],
  ['март', 'марта', 'марте'],
  ['апрель', 'апреля', 'апреле'],
  ['май', 'мая', 'мае'],
  ['июнь', 'июня', 'июне'],
  ['июль', 'июля', 'июле'],
  ['август', 'августа', 'августе'],
  ['сентябрь', 'сентября', 'сентябре'],
  ['октябрь', 'октября', 'октябре'],
  ['ноябрь', 'ноября', 'ноябре'],
  ['декабрь', 'декабря', 'декабре'],
] as const;

function monthOf(date: Date): (typeof names)[number] {
  return names[date.getUTCMonth()] ?? names[0];
}

/** «ноябрь» */
export function monthName(date: Date): string {
  return monthOf(date)[0];
}

/** «ноябре» */
export function inMonthName(date: Date): string {
  return monthOf(date)[2];
}

/** «14 ноября» */
export function dayOfMonth(date: Date): string {
  return `${date.getUTCDate()} ${monthOf(date)[1]}`;
}

/** «14 ноя» */
export function briefDay(date: Date): string {
  return `${date.getUTCDate()} ${monthOf(date)[1].slice(0, 3)}`;
}

/** «ноя» */
export function briefMonth(date: Date): string {
  return monthOf(date)[0].slice(0, 3);
}
