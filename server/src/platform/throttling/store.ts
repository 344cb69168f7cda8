import type { Queries } from '../db/database.ts';
import { arrayLiteral, failUnless, type Sql, sql } from '../db/sql.ts';

export interface Counter {
  bucket: string;
  hits: number;
  secondsLeft: number;
}

interface Window {
  bucket: string;
  seconds: number;
}

/**
 * Increments the buckets of rate limits in one atomic statement, in the given order; a window that is over starts again.
 * A window that ends later than a whole one from now was written while the clock was ahead, and is shortened.
 */
export function countHits(db: Queries, windows: Window[]): Promise<Counter[]> {
  return db.query<Counter>(sql`
    ${hitsCounted(windows)}
    returning bucket, hits, ceil(extract(epoch from resets_at - now()))::int as "secondsLeft"`);
}

/** The same by a statement that fails when a bucket is above its limit. */
export async function countHitsWithin(db: Queries, windows: (Window & { limit: number })[]): Promise<void> {
  const limits = arrayLiteral(windows.map(({ limit }) => limit));
  await db.query(sql`
    ${hitsCounted(windows)}
    returning ${failUnless(sql`hits <= (${limits}::int[])[array_position(${bucketsOf(windows)}::text[], bucket)]`)}`);
}

/** A name of ours and a hash: nothing to escape. */
const bucketsOf = (windows: Window[]) => arrayLiteral(windows.map(({ bucket }) => bucket));

function hitsCounted(windows: Window[]): Sql {
  return sql`
    insert into throttle_counters as c (bucket, hits, resets_at)
    select bucket, 1, now() + make_interval(secs => seconds)
    from unnest(${bucketsOf(windows)}::text[], ${arrayLiteral(windows.map(({ seconds }) => seconds))}::int[])
      with ordinality as w (bucket, seconds, place)
    order by place
    on conflict (bucket) do update set
      hits = case when c.resets_at <= now() then 1 else c.hits + 1 end,
      resets_at = case when c.resets_at <= now() then excluded.resets_at else least(c.resets_at, excluded.resets_at) end`;
}

export async function countHit(db: Queries, bucket: string, windowSeconds: number): Promise<Counter> {
  const [counter] = await countHits(db, [{ bucket, seconds: windowSeconds }]);
  return counter as Counter;
}

export async function resetHits(db: Queries, bucket: string): Promise<void> {
  await db.query(sql`delete from throttle_counters where bucket = ${bucket}`);
}

export async function decrementHits(db: Queries, bucket: string): Promise<void> {
  await db.query(sql`update throttle_counters set hits = hits - 1 where bucket = ${bucket} and hits > 0`);
}

export async function deleteOldCounters(db: Queries): Promise<void> {
  await db.query(sql`delete from throttle_counters where resets_at < now() - interval '1 day'`);
}
