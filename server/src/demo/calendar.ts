export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
const moscowMs = 3 * hourMs;

/** Activity by month, January first. */
const seasons = [0.55, 0.9, 1, 1.05, 0.75, 0.95, 0.75, 0.7, 1.05, 1.1, 1.2, 1.45];

export interface DemoDay {
  startMs: number;
  isWeekend: boolean;
  /** Services by the piece are billed weekly. */
  isBillingDay: boolean;
  season: number;
  dayOfMonth: number;
  monthName: string;
}

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });

export function dayBefore(now: number, daysAgo: number): DemoDay {
  const startMs = Math.floor((now + moscowMs) / dayMs - daysAgo) * dayMs - moscowMs;
  const date = new Date(startMs + moscowMs);
  return {
    startMs,
    isWeekend: date.getUTCDay() % 6 === 0,
    isBillingDay: date.getUTCDay() === 1,
    season: seasons[date.getUTCMonth()] as number,
    dayOfMonth: date.getUTCDate(),
    monthName: monthFormat.format(date),
  };
}
