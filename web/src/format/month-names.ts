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
