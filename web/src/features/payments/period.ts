const dayMs = 24 * 60 * 60_000;

export const periodWords = { today: 'Сегодня', '7d': '7 дней', '30d': '30 дней', month: 'Этот месяц' } as const;
export type Period = keyof typeof periodWords;

export function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && Object.hasOwn(periodWords, text);
}

/** A day is `2026-11-14`, whatever the time zone. */
export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The first day of a period that ends today. */
export function firstDayOf(period: Period, now: Date, timezone: string): string {
  const today = dayAt(now, timezone);
  if (period === 'month') return `${today.slice(0, 8)}01`;
  return shiftDay(today, { today: 0, '7d': -6, '30d': -29 }[period]);
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The instant when the day begins there. The offset is looked up twice, as the clocks may change in between. */
export function startOfDay(day: string, timezone: string): string {
  const midnightUtc = Date.parse(day);
  const guess = midnightUtc - offsetMs(midnightUtc, timezone);
  return new Date(midnightUtc - offsetMs(guess, timezone)).toISOString();
}

function dayAt(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(instant);
}

function offsetMs(instant: number, timezone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${local.format(instant).replace(' ', 'T')}Z`) - instant;
}
