import type { DayRange, PeriodUnit, TariffTerms } from '@kazna/contract/shared/tariffs';

/** A local date of the business, `2026-11-18`: such texts compare as the days do. */
export type Day = string;

type Periodic = Pick<TariffTerms, 'period' | 'anchor'>;

const monthsIn: Partial<Record<PeriodUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** A Monday. */
const calendarAnchor = Temporal.PlainDate.from('2001-01-01');

/** The period that holds the day, counted from the anchor, so that 31 January is followed by 28 February and 31 March. */
export function periodAt({ period, anchor }: Periodic, anchorDay: Day, day: Day): DayRange {
  const first = anchor === 'calendar' ? calendarAnchor : Temporal.PlainDate.from(anchorDay);
  const date = Temporal.PlainDate.from(day);
  const months = monthsIn[period.unit];
  const step = (count: number) =>
    months === undefined
      ? first.add({ days: count * period.count * (period.unit === 'week' ? 7 : 1) })
      : first.add({ months: count * period.count * months });
  const length = period.count * (months ?? (period.unit === 'week' ? 7 : 1));
  const passed =
    months === undefined
      ? first.until(date, { largestUnit: 'day' }).days
      : (date.year - first.year) * 12 + date.month - first.month;
  // Months are counted by their numbers: the day of the month may not be reached yet.
  let count = Math.floor(passed / length);
  if (Temporal.PlainDate.compare(step(count), date) > 0) count -= 1;
  return { from: step(count).toString(), to: step(count + 1).toString() };
}

export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

export const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);
export const earlierOf = (one: Day, other: Day): Day => (one < other ? one : other);

export function dayIn(zone: string, instant: string): Day {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The first instant of the day, which is not midnight where the clock is put forward then. */
export function startOfDayIn(zone: string, day: Day): string {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).startOfDay().toInstant().toString();
}

/** Whether the next period of one can go on where a period of the other is. */
export function haveSamePeriods(one: Periodic, other: Periodic): boolean {
  return (
    one.anchor === other.anchor && one.period.unit === other.period.unit && one.period.count === other.period.count
  );
}
