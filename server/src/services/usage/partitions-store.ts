import type { Database, Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

/** An event of a month that has no partition yet. */
export function isPartitionMissing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '23514' && /no partition of relation/.test(message ?? '');
}

const monthsAhead = 12;

/** From the months that events may still be of to a year ahead. */
export async function makePartitions(db: Queries): Promise<void> {
  await db.query(sql`
    select make_usage_partition(m::date) from generate_series(
      date_trunc('month', business_now() at time zone 'UTC') - interval '2 months',
      date_trunc('month', business_now() at time zone 'UTC') + make_interval(months => ${monthsAhead}),
      interval '1 month') m`);
}

interface Partition {
  /** Made of the month: `usage_events_2026_11`. */
  name: string;
  isDetaching: boolean;
}

/**
 * Of months that ended longer ago than events are kept for, and that every subscription is charged for. A month whose
 * detaching was cut off is among them.
 */
export function selectExpired(db: Queries): Promise<Partition[]> {
  return db.query<Partition>(sql`
    select c.relname as name, i.inhdetachpending as "isDetaching"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral to_date(right(c.relname, 7), 'YYYY_MM') as m (month)
    where i.inhparent = 'usage_events'::regclass and (i.inhdetachpending or (
      (m.month + interval '1 month') at time zone 'UTC'
        < business_now() - (select make_interval(months => keep_months) from usage_settings)
      and not exists (select from subscription_usage u
        where (u.next_at is not null or u.owed_minor > 0) and u.looked_to < m.month + interval '1 month')))
    order by 1`);
}

/** The name comes from the catalogue and a pattern, which leaves nothing to escape. */
const safeName = /^usage_events_\d{4}_\d{2}$/;

/**
 * Takes a month out and deletes it. Detaching concurrently waits for transactions that read the month without stopping
 * those that come; the month that is then dropped belongs to no other table.
 */
export async function dropPartition(db: Database, { name, isDetaching }: Partition): Promise<void> {
  if (!safeName.test(name)) throw new Error(`${name} is no month of usage`);
  // PGlite has one connection: no other transaction to wait for, and no concurrent detaching.
  const how = isDetaching ? 'finalize' : db.kind === 'postgres' ? 'concurrently' : '';
  await db.queryText(`alter table usage_events detach partition ${name} ${how}`);
  await db.queryText(`drop table ${name}`);
}
