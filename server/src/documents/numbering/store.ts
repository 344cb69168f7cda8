import type { Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

/** Locks the series until the transaction ends, so that numbers have no gaps where that is rolled back. */
export async function takeNextNumber(tx: Transaction, series: string, day: string | null = null): Promise<number> {
  const [row] = await tx.query<{ number: number }>(sql`
    insert into document_counters as c (series, last_number, last_day) values (${series}, 1, ${day}::date)
    on conflict (series) do update set last_number = c.last_number + 1, last_day = excluded.last_day
    returning last_number::float8 as number`);
  return (row as { number: number }).number;
}

/** The date of the last number, locked until the transaction ends; null for a series without numbers. */
export async function lockLastDay(tx: Transaction, series: string): Promise<string | null> {
  const [row] = await tx.query<{ day: string | null }>(sql`
    select last_day::text as day from document_counters where series = ${series} for update`);
  return row?.day ?? null;
}
