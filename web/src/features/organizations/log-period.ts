const days = { day: 1, week: 7, month: 30, quarter: 90 };
export type LogPeriod = keyof typeof days;

export const periodNames: Record<LogPeriod, string> = {
  day: 'За сутки',
  week: 'За 7 дней',
  month: 'За 30 дней',
  quarter: 'За 90 дней',
};

export function isLogPeriod(text: string | undefined): text is LogPeriod {
  return text !== undefined && Object.hasOwn(days, text);
}

export function startOf(period: LogPeriod, now: Date): string {
  return new Date(now.getTime() - days[period] * 24 * 60 * 60_000).toISOString();
}
