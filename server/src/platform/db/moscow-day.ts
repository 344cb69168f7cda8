import { type Sql, sql } from './sql.ts';

/** The calendar day in Moscow of a timestamp column: daily totals are kept by it. */
export function moscowDay(timestamp: Sql): Sql {
  return sql`(${timestamp} at time zone 'Europe/Moscow')::date`;
}

export const moscowToday = moscowDay(sql`now()`);
