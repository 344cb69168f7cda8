import type { DayRange, TariffTerms } from '@kazna/contract/shared/tariffs';

/** A local date, `2026-11-18`, in arithmetic of its own: the product's must not judge itself. */
export type Day = string;

const dayMs = 86_400_000;
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * dayMs);
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / dayMs;
export const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);
export const earlierOf = (one: Day, other: Day): Day => (one < other ? one : other);

type Periodic = Pick<TariffTerms, 'period' | 'anchor'>;

/** Calendar periods of several units are counted from this Monday. */
const calendarBegins = '2001-01-01';
const months = { day: 0, week: 0, month: 1, quarter: 3, year: 12 };
const longest = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

export const isByMonths = ({ period }: Periodic): boolean => months[period.unit] > 0;

/** The first day of the period with the number, counted from the anchor: 31 January, 28 February, 31 March. */
function beginOf({ period: { unit, count }, anchor }: Periodic, anchorDay: Day, number: number): Day {
  const first = anchor === 'calendar' ? calendarBegins : anchorDay;
  if (months[unit] === 0) return addDays(first, number * count * longest[unit]);
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number);
  const passed = number * count * months[unit];
  const lastOfMonth = new Date(Date.UTC(year, month + passed, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + passed, Math.min(day, lastOfMonth)));
}

/** The period that holds the day. */
export function periodOf(terms: Periodic, anchorDay: Day, day: Day): DayRange {
  const first = terms.anchor === 'calendar' ? calendarBegins : anchorDay;
  let number = Math.floor(daysBetween(first, day) / (terms.period.count * longest[terms.period.unit])) - 1;
  while (beginOf(terms, anchorDay, number + 1) <= day) number += 1;
  return { from: beginOf(terms, anchorDay, number), to: beginOf(terms, anchorDay, number + 1) };
}

export function haveSamePeriods(one: Periodic, other: Periodic): boolean {
  return one.anchor === other.anchor && JSON.stringify(one.period) === JSON.stringify(other.period);
}

/** Half up, once a line, so that no line is further than half a kopeck from its share. */
export function shareOf(periodMinor: number, days: number, periodDays: number): number {
  return Math.floor((periodMinor * days * 2 + periodDays) / (2 * periodDays));
}

/** What days cost that may belong to several periods, each a line. */
export function costOf(terms: Periodic, anchorDay: Day, { from, to }: DayRange, periodMinor: number): number {
  let minor = 0;
  for (let day = from; day < to; ) {
    const period = periodOf(terms, anchorDay, day);
    const end = earlierOf(period.to, to);
    minor += shareOf(periodMinor, daysBetween(day, end), daysBetween(period.from, period.to));
    day = end;
  }
  return minor;
}

/** In order; what is given back is not paid. */
export function daysPaidOnce(lines: { kind: string; from: Day; to: Day }[]): Day[] {
  const counts = new Map<Day, number>();
  for (const { kind, from, to } of lines) {
    if (kind === 'setup') continue;
    for (let day = from; day < to; day = addDays(day, 1))
      counts.set(day, (counts.get(day) ?? 0) + (kind === 'credit' ? -1 : 1));
  }
  for (const [day, times] of counts) if (times < 0 || times > 1) throw new Error(`${day} is paid ${times} times`);
  return [...counts].flatMap(([day, times]) => (times === 1 ? [day] : [])).sort();
}

/** Those of the range that are in none of the others, which may be open. */
export function daysBut({ from, to }: DayRange, others: { from: Day; to: Day | null }[]): Day[] {
  const days: Day[] = [];
  for (let day = from; day < to; day = addDays(day, 1))
    if (!others.some((one) => one.from <= day && (one.to === null || day < one.to))) days.push(day);
  return days;
}
