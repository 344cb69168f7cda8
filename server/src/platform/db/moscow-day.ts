import { type Sql, sql } from './sql.ts';

/** The calendar day in Moscow of a timestamp column: daily totals are kept by it. */
export function moscowDay(timestamp: Sql): Sql {
  return sql`(${timestamp} at time zone 'Europe/Moscow')::date`;
}

export const moscowToday = moscowDay(sql`business_now()`);

/** The first day that begins at the time or later. */
export function firstDayFrom(timestamp: Sql): Sql {
  return sql`(${moscowDay(sql`(${timestamp} - interval '1 microsecond')`)} + 1)`;
}

export function startOfDay(day: Sql): Sql {
  return sql`(${day}::timestamp at time zone 'Europe/Moscow')`;
}
