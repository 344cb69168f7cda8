import { formatDay } from './date.ts';
import { dayAt, shiftDay } from './period.ts';

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
  now = new Date(),
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
