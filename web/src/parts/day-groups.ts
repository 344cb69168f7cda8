import type { Operation } from '@kazna/contract/cabinet/balance';
import { formatDate } from '../format/date.ts';
import { dayAt, shiftDay } from '../format/period.ts';

export interface DayGroup {
  day: string;
  /** «Сегодня», «Вчера», «14 ноября», with the year when it is another. */
  title: string;
  operations: Operation[];
}

/** Groups by day of the person's time zone; newest first. */
export function groupByDay(operations: readonly Operation[], timezone: string, now = new Date()): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const operation of operations) {
    const day = dayAt(new Date(operation.createdAt), timezone);
    const last = groups.at(-1);
    if (last?.day === day) last.operations.push(operation);
    else groups.push({ day, title: titleOf(operation.createdAt, day, timezone, now), operations: [operation] });
  }
  return groups;
}

function titleOf(createdAt: string, day: string, timezone: string, now: Date): string {
  const today = dayAt(now, timezone);
  if (day === today) return 'Сегодня';
  if (day === shiftDay(today, -1)) return 'Вчера';
  const date = formatDate(createdAt, timezone);
  return day.slice(0, 4) === today.slice(0, 4) ? date.replace(/ \d{4}$/, '') : date;
}
