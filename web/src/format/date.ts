import { currentTime } from './current-time.ts';
import { dayAt, shiftDay } from './period.ts';
import { zonedParts } from './zoned-parts.ts';

const dayMs = 24 * 60 * 60_000;

const months = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];

function partsOf(instant: Date, timezone: string | undefined) {
  const { year, month, day, hour, minute } = zonedParts(instant, timezone);
  return { day: String(Number(day)), month: months[Number(month) - 1], year, time: `${hour}:${minute}` };
}

/** «14 ноября 2026» */
export function formatDate(iso: string, timezone?: string): string {
  const { day, month, year } = partsOf(new Date(iso), timezone);
  return `${day} ${month} ${year}`;
}

/** Returns «14 ноября» or, of another year, «14 ноября 2025». */
export function formatDay(iso: string, timezone?: string, now = currentTime()): string {
  const { day, month, year } = partsOf(new Date(iso), timezone);
  return year === partsOf(now, timezone).year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** Returns «за 1 февраля» or «с 1 февраля по 3 февраля», of days without a time zone. */
export function formatDays(firstDay: string, lastDay: string, now = currentTime()): string {
  const [first, last] = [formatDay(firstDay, 'UTC', now), formatDay(lastDay, 'UTC', now)];
  return first === last ? `за ${first}` : `с ${first} по ${last}`;
}

const daysInText = new RegExp(`(\\d) (?=${months.join('|')})`, 'g');

/** Keeps the numbers of days in a text of the server's with their months. */
export function withUnbrokenDays(text: string): string {
  return text.replace(daysInText, '$1\u00a0');
}

/** «15:04» */
export function formatTime(iso: string, timezone?: string): string {
  return partsOf(new Date(iso), timezone).time;
}

/** «14 ноября 2026, 15:04» */
export function formatDateTime(iso: string, timezone?: string): string {
  return `${formatDate(iso, timezone)}, ${partsOf(new Date(iso), timezone).time}`;
}

/** Returns «сегодня, 15:04», «вчера, 15:04», «12 ноября, 15:04»; the year when it is another. */
export function formatRecentTime(iso: string, timezone?: string, now = currentTime()): string {
  const day = formatDate(iso, timezone);
  const time = formatTime(iso, timezone);
  if (day === formatDate(now.toISOString(), timezone)) return `сегодня, ${time}`;
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  if (day === formatDate(yesterday, timezone)) return `вчера, ${time}`;
  return `${formatDay(iso, timezone, now)}, ${time}`;
}

export interface DayGroup<Item> {
  day: string;
  /** «Сегодня, 15 ноября», «12 ноября», with the year when it is another. */
  title: string;
  items: Item[];
}

/** Groups neighbours of one day of the person's time zone. */
export function groupByDay<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => string,
  timezone: string,
  now = currentTime(),
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = [];
  for (const item of items) {
    const day = dayAt(new Date(timeOf(item)), timezone);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, title: titleOf(timeOf(item), day, timezone, now), items: [item] });
  }
  return groups;
}

function titleOf(time: string, day: string, timezone: string, now: Date): string {
  const date = formatDay(time, timezone, now);
  const today = dayAt(now, timezone);
  if (day === today) return `Сегодня, ${date}`;
  return day === shiftDay(today, -1) ? `Вчера, ${date}` : date;
}
