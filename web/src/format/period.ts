import { currentTime } from './current-time.ts';
import { zonedParts } from './zoned-parts.ts';

const dayMs = 24 * 60 * 60_000;

export const periodLabels = {
  today: 'Сегодня',
  '7d': '7 дней',
  '30d': '30 дней',
  month: 'Этот месяц',
  'last-month': 'Прошлый месяц',
  quarter: 'Этот квартал',
  'last-quarter': 'Прошлый квартал',
  year: 'Этот год',
  'last-year': 'Прошлый год',
} as const;
type Period = keyof typeof periodLabels;

function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && Object.hasOwn(periodLabels, text);
}

/** A day is `2026-11-14`, without a time zone. */
export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

interface Days {
  from: string | undefined;
  /** The last one; undefined while the period goes on. */
  to: string | undefined;
}

const daysBack: Partial<Record<Period, number>> = { today: 0, '7d': 6, '30d': 29 };

/** A preset wins over custom days. */
export function daysOf({ period, from, to }: PeriodSearch, today: string): Days {
  if (!isPeriod(period)) return { from: isDay(from) ? from : undefined, to: isDay(to) ? to : undefined };
  const back = daysBack[period];
  if (back !== undefined) return { from: shiftDay(today, -back), to: undefined };
  const isLast = period.startsWith('last-');
  const months = period.endsWith('month') ? 1 : period.endsWith('quarter') ? 3 : 12;
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = month - 1 - ((month - 1) % months) - (isLast ? months : 0);
  const beginOf = (at: number) => new Date(Date.UTC(year, at)).toISOString().slice(0, 10);
  return { from: beginOf(first), to: isLast ? shiftDay(beginOf(first + months), -1) : undefined };
}

/** Figures of the business count Moscow days, on the server too. */
export function todayInMoscow(now = currentTime()): string {
  return dayAt(now, 'Europe/Moscow');
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the instant of midnight in the time zone. The offset is looked up twice because of clock changes. */
export function startOfDay(day: string, timezone: string): string {
  const midnightUtc = Date.parse(day);
  const guess = midnightUtc - offsetMs(midnightUtc, timezone);
  return new Date(midnightUtc - offsetMs(guess, timezone)).toISOString();
}

export interface PeriodSearch {
  period?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Only filters by day depend on the time zone. */
export function needsTimezone({ period, from, to }: PeriodSearch): boolean {
  return isPeriod(period) || isDay(from) || isDay(to);
}

/** The last day is included. */
export function instantsOf(search: PeriodSearch, timezone: string, now: Date): Days {
  const { from, to } = daysOf(search, dayAt(now, timezone));
  return { from: from && startOfDay(from, timezone), to: to && startOfDay(shiftDay(to, 1), timezone) };
}

/** Returns «30 дней», «с 01.11.2026 по 14.11.2026», «14.11.2026» or an empty string. */
export function periodText({ period, from, to }: PeriodSearch): string {
  if (isPeriod(period)) return periodLabels[period];
  if (isDay(from) && from === to) return formatTypedDay(from);
  return [isDay(from) && `с ${formatTypedDay(from)}`, isDay(to) && `по ${formatTypedDay(to)}`]
    .filter(Boolean)
    .join(' ');
}

/** Returns «14.11.2026». */
export function formatTypedDay(day: string): string {
  return day.split('-').reverse().join('.');
}

/** Parses «14.11.2026», «1.2.26» and «14112026»; returns null for an invalid date. */
export function parseDay(text: string): string | null {
  const match = /^(\d{1,2})[.,/ -](\d{1,2})[.,/ -](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!match) return null;
  const [, date = '', month = '', year = ''] = match;
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  // Date turns 31.02 into a day of March.
  return isDay(day) && new Date(day).toISOString().startsWith(day) ? day : null;
}

export function dayAt(instant: Date, timezone: string): string {
  const { year, month, day } = zonedParts(instant, timezone);
  return `${year}-${month}-${day}`;
}

function offsetMs(instant: number, timezone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${local.format(instant).replace(' ', 'T')}Z`) - instant;
}
