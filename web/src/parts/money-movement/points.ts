import { type Dashboard, periodDays, type Step } from '@kazna/contract/cabinet/dashboard';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { currentTime } from '../../format/current-time.ts';
import { briefDay, briefMonth, dayOfMonth, inMonthName, monthName } from '../../format/months.ts';
import { shiftDay, todayInMoscow } from '../../format/period.ts';

export interface PointNames {
  from: string;
  to: string;
  /** Axis label: «14 ноя». */
  short: string;
  /** Table label: «9–15 ноября». */
  full: string;
  /** Start of a sentence: «С 9 по 15 ноября». */
  when: string;
}

interface NamedSeries extends Pick<Dashboard, 'period' | 'step'> {
  series: readonly { date: string }[];
}

/** Uses Moscow days, as the server does. The period may cut the first and the last step. */
export function namePoints({ series, period, step }: NamedSeries, now = currentTime()): PointNames[] {
  const { from: firstDay, to: today } = daysIn({ period }, now);
  return series.map(({ date }) => {
    const start = date.localeCompare(firstDay) < 0 ? firstDay : date;
    const whole = endOf(date, step);
    const end = whole.localeCompare(today) > 0 ? today : whole;
    return { from: start, to: end, ...nameOf(date, start, end, step) };
  });
}

export function daysIn({ period }: Pick<Dashboard, 'period'>, now = currentTime()): { from: string; to: string } {
  const to = todayInMoscow(now);
  return { from: shiftDay(to, 1 - periodDays[period]), to };
}

function nameOf(date: string, start: string, end: string, step: Step): Omit<PointNames, 'from' | 'to'> {
  const first = new Date(start);
  const last = new Date(end);
  if (step === 'month') {
    const year = first.getUTCFullYear();
    const month = monthName(first);
    return {
      short: briefMonth(first),
      full: `${month} ${year}`,
      when: `В ${inMonthName(first)} ${year} года`,
    };
  }
  if (step === 'day' || start === end) {
    const day = dayOfMonth(first);
    return { short: briefDay(new Date(date)), full: day, when: day };
  }
  const isOneMonth = first.getUTCMonth() === last.getUTCMonth();
  const from = isOneMonth ? String(first.getUTCDate()) : dayOfMonth(first);
  return {
    short: briefDay(first),
    full: isOneMonth ? `${from}–${dayOfMonth(last)}` : `${from} – ${dayOfMonth(last)}`,
    when: `С ${from} по ${dayOfMonth(last)}`,
  };
}

function endOf(date: string, step: Step): string {
  if (step === 'day') return date;
  if (step === 'week') return shiftDay(date, 6);
  const start = new Date(date);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

/** «14 ноября поступило 1 500,00 ₽, списано 200,00 ₽.» */
export function describePoint(
  { inMinor, outMinor }: { inMinor: number; outMinor: number },
  when: string,
  currency: Currency,
): string {
  const parts = [
    inMinor > 0 && `поступило ${formatMoney({ amountMinor: inMinor, currency })}`,
    outMinor > 0 && `списано ${formatMoney({ amountMinor: outMinor, currency })}`,
  ].filter(Boolean);
  return `${when} ${parts.length > 0 ? parts.join(', ') : 'деньги не двигались'}.`;
}
