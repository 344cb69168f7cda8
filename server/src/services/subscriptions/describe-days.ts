import { addDays, type Day } from './periods.ts';

const months = [
  ...['января', 'февраля', 'марта', 'апреля', 'мая', 'июня'],
  ...['июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря'],
];

/** «1–30 ноября 2026», «15 ноября – 14 декабря 2026»; the end is not among the days. */
export function describeDays(from: Day, to: Day): string {
  const last = addDays(to, -1);
  const [year, month, day] = partsOf(from);
  const [lastYear, lastMonth, lastDay] = partsOf(last);
  const end = `${lastDay} ${months[lastMonth - 1]} ${lastYear}`;
  if (from >= last) return `${day} ${months[month - 1]} ${year}`;
  if (year !== lastYear) return `${day} ${months[month - 1]} ${year} – ${end}`;
  return month === lastMonth ? `${day}–${end}` : `${day} ${months[month - 1]} – ${end}`;
}

/** «18 ноября 2026». */
export function describeDay(day: Day): string {
  return describeDays(day, addDays(day, 1));
}

function partsOf(day: Day): [year: number, month: number, day: number] {
  const [year, month, date] = day.split('-').map(Number);
  return [year as number, month as number, date as number];
}
