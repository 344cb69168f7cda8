/** Months are `2026-02`, days `2026-02-28`, both of the calendar in Moscow, which the business keeps its books by. */
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export function addDays(day: string, count: number): string {
  return toDay(at(day) + count * 86_400_000);
}

export function firstDayOf(period: string): string {
  return `${period}-01`;
}

export function nextMonth(period: string): string {
  return addDays(firstDayOf(period), 31).slice(0, 7);
}

export function previousMonth(period: string): string {
  return addDays(firstDayOf(period), -1).slice(0, 7);
}

export function lastDayOf(period: string): string {
  return addDays(firstDayOf(nextMonth(period)), -1);
}

/** The first day of the quarter after the day's. */
export function nextQuarter(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const following = Math.floor((month - 1) / 3) * 3 + 3;
  return toDay(Date.UTC(year, following, 1));
}

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const monthNames = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ');

/** «1 февраля 2026 г.» */
export function dayInWords(iso: string): string {
  const [year, month, day] = iso.split('-').map(Number);
  return `${day} ${months[(month as number) - 1]} ${year} г.`;
}

/** «февраль 2026 г.» */
export function monthInWords(period: string): string {
  const [year, month] = period.split('-').map(Number);
  return `${monthNames[(month as number) - 1]} ${year} г.`;
}

/** «01.02.2026» */
export function dayInDigits(iso: string): string {
  return iso.split('-').toReversed().join('.');
}
