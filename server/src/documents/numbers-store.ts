import type { Transaction } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

/** Takes the next number of a series and locks it until the transaction ends, so that a rollback leaves no gap. */
export async function takeNumber(tx: Transaction, series: string, day: string | null = null): Promise<number> {
  const [row] = await tx.query<{ number: number }>(sql`
    insert into document_counters as c (series, last_number, last_day) values (${series}, 1, ${day}::date)
    on conflict (series) do update set last_number = c.last_number + 1, last_day = excluded.last_day
    returning last_number::float8 as number`);
  return (row as { number: number }).number;
}

export interface DatedNumber {
  /** «2026-000001». */
  number: string;
  day: string;
}

/**
 * Takes the next number of a series that restarts each year. Numbers follow dates: a document that comes after later
 * ones were numbered bears today's date. Everybody's next number waits for this lock, so it is the last one of a
 * transaction.
 */
export async function takeDatedNumber(
  tx: Transaction,
  series: string,
  { wanted, today }: { wanted: string; today: string },
): Promise<DatedNumber> {
  const last = await lockLastDay(tx, yearly(series, wanted));
  const day = last && last > wanted ? latest(last, today) : wanted;
  const sequence = await takeNumber(tx, yearly(series, day), day);
  return { number: `${day.slice(0, 4)}-${String(sequence).padStart(6, '0')}`, day };
}

const yearly = (series: string, day: string) => `${series}:${day.slice(0, 4)}`;
const latest = (one: string, other: string) => (one > other ? one : other);

/** The date of the last number, locked until the transaction ends; null for a series without numbers. */
async function lockLastDay(tx: Transaction, series: string): Promise<string | null> {
  const [row] = await tx.query<{ day: string | null }>(sql`
    select last_day::text as day from document_counters where series = ${series} for update`);
  return row?.day ?? null;
}
