import { zonedParts } from './zoned-parts.ts';

const dayMs = 24 * 60 * 60_000;

export const periodLabels = { today: 'Сегодня', '7d': '7 дней', '30d': '30 дней', month: 'Этот месяц' } as const;
export type Period = keyof typeof periodLabels;

function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && Object.hasOwn(periodLabels, text);
}

/** A day is `2026-11-14`, without a time zone. */
export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function firstDayOf(period: Period, now: Date, timezone: string): string {
  const today = dayAt(now, timezone);
  if (period === 'month') return `${today.slice(0, 8)}01`;
  return shiftDay(today, { today: 0, '7d': -6, '30d': -29 }[period]);
}

/** Figures of the business count Moscow days, on the server too. */
export function todayInMoscow(now = new Date()): string {
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

interface Instants {
  from: string | undefined;
  to: string | undefined;
}

/** A preset wins over custom days; the last day is included. */
export function instantsOf({ period, from, to }: PeriodSearch, timezone: string, now: Date): Instants {
  const firstDay = isPeriod(period) ? firstDayOf(period, now, timezone) : isDay(from) ? from : undefined;
  const lastDay = !isPeriod(period) && isDay(to) ? to : undefined;
  return {
    from: firstDay && startOfDay(firstDay, timezone),
    to: lastDay && startOfDay(shiftDay(lastDay, 1), timezone),
  };
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
