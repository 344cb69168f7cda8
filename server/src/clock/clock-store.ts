import type { Database, Queries, Transaction } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { transactionWithoutTimeouts } from '../platform/db/timeouts.ts';

export interface Clock {
  /** Of the business. */
  now: string;
  realNow: string;
  /** By how much the business's clock is ahead. */
  offsetSeconds: number;
}

export async function readClock(db: Queries): Promise<Clock> {
  const [row] = await db.query<Clock>(sql`
    select business_now() as now, now() as "realNow",
      round(extract(epoch from business_now() - now()))::float8 as "offsetSeconds"`);
  return row as Clock;
}

export class MovedClock extends Error {
  constructor() {
    super(
      'The clock of this database was moved in development, and its money has dates to come: use another database.',
    );
  }
}

/** Where nothing may move the clock, nothing may have moved it before. */
export async function requireRealClock(db: Queries): Promise<void> {
  if ((await readClock(db)).offsetSeconds > 0) throw new MovedClock();
}

/**
 * Replaces the function that the clock is, so that every connection of every process goes by it at once, and so that the
 * planner inlines it as before. A charge and its entry have one time, by which they are found: the lock waits for
 * transactions that have written one of the two. It never goes back: it may have ticked past the instant meanwhile.
 */
export async function updateClock(tx: Transaction, instant: string): Promise<void> {
  await tx.query(sql`lock table charges in share mode`);
  const [row] = await tx.query<{ seconds: number }>(sql`
    select extract(epoch from greatest(${instant}::timestamptz, business_now()) - now())::float8 as seconds`);
  const seconds = Number(row?.seconds).toFixed(6);
  await tx.queryText(
    `create or replace function business_now() returns timestamptz language sql stable parallel safe
     as $$select now() + interval '${seconds} seconds'$$`,
  );
}

const clockLock = 4503;

/** Returns null where another process moves the clock. PGlite serves one process over one connection and needs no lock. */
export async function withClockLock<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  if (db.kind === 'pglite') return work();
  return transactionWithoutTimeouts(db, async (tx) => {
    const [row] = await tx.query<{ isLocked: boolean }>(sql`
      select pg_try_advisory_xact_lock(${clockLock}) as "isLocked"`);
    return row?.isLocked ? work() : null;
  });
}

export interface Done {
  charges: number;
  topUps: number;
  pastDue: number;
  suspended: number;
  resumed: number;
  expiredHolds: number;
  documents: number;
  notifications: number;
}

/** Events since the clock stood so. They bear the real time. */
export async function countDone(db: Queries, { now, realNow }: Clock): Promise<Done> {
  const [row] = await db.query<Done>(sql`
    select count(*) filter (where type = 'charge.created')::int as charges,
      count(*) filter (where type = 'auto_top_up.succeeded')::int as "topUps",
      count(*) filter (where type = 'subscription.past_due')::int as "pastDue",
      count(*) filter (where type = 'subscription.suspended')::int as suspended,
      count(*) filter (where type = 'subscription.resumed')::int as resumed,
      count(*) filter (where type = 'hold.expired')::int as "expiredHolds",
      (select count(*)::int from closing_documents where created_at > ${now}) as documents,
      (select count(*)::int from notifications where created_at > ${now}) as notifications
    from events where created_at > ${realNow}`);
  return row as Done;
}
