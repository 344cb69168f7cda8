import type { Queries } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';

export interface JobCounts {
  kind: string;
  /** Due and not begun. */
  waiting: number;
  /** How long the oldest of them has been due. */
  oldestSeconds: number;
  failed: number;
}

/** Waiting jobs are read by pg-boss's own partial index, and it counts failed ones itself: done jobs cost nothing. */
export function countJobs(db: Queries): Promise<JobCounts[]> {
  return db.query<JobCounts>(sql`
    select q.name as kind, count(j.start_after)::int as waiting, q.failed_count as failed,
      coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as "oldestSeconds"
    from pgboss.queue q left join pgboss.job j
      on j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
    group by q.name`);
}

/**
 * Writes the row that pg-boss's own `send` would: that reads its options from JSON by a statement that costs the database
 * more than the row.
 */
export async function insertJob(db: Queries, kind: string, data: object, delaySeconds: number): Promise<void> {
  await db.query(sql`
    insert into pgboss.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select name, ${JSON.stringify(data)}::jsonb, at.start_after, at.start_after + retention_seconds * interval '1 second',
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
      heartbeat_seconds
    from pgboss.queue, (values (now() + make_interval(secs => ${delaySeconds}))) at (start_after)
    where name = ${kind}
    on conflict do nothing`);
}

export async function selectDueKinds(db: Queries): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(sql`
    select q.name from pgboss.queue q
    where exists (
      select from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`);
  return new Set(rows.map(({ name }) => name));
}

interface Claim {
  id: string;
  retryCount: number;
}

/** A claim is of one attempt: `retry_count` differs once another process has begun the job again. Returns those renewed. */
export async function renewClaims(db: Queries, kind: string, claims: Claim[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    update pgboss.job j set heartbeat_on = now()
    from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ retryCount }) => retryCount)}::int[])
      as c (id, retry_count)
    where j.name = ${kind} and j.id = c.id and j.state = 'active' and j.retry_count = c.retry_count
    returning j.id`);
  return new Set(rows.map(({ id }) => id));
}

/** The job waits again as if it had not been begun. */
export async function releaseClaim(db: Queries, kind: string, { id, retryCount }: Claim): Promise<void> {
  await db.query(sql`
    update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
    where name = ${kind} and id = ${id} and state = 'active' and retry_count = ${retryCount}`);
}

/** pg-boss sets a queue's policy when it creates the queue, and never again. */
export async function updatePolicy(db: Queries, kind: string, policy: string): Promise<void> {
  await db.query(sql`update pgboss.queue set policy = ${policy} where name = ${kind}`);
}

/** Of an exclusive kind, whose index it reads. */
export async function hasUnfinished(db: Queries, kind: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from pgboss.job where name = ${kind} and state <= 'active' and policy = 'exclusive' limit 1`);
  return rows.length > 0;
}

/** Of what staff and the deletion of accounts look for among a week of jobs that are done. */
const indexes: Record<string, Sql> = {
  job_failed: sql`create index job_failed on pgboss.job_common (created_on) where state = 'failed'`,
  job_of_email: sql`
    create index job_of_email on pgboss.job_common ((data ->> 'email')) where data ->> 'email' is not null`,
  job_of_user: sql`
    create index job_of_user on pgboss.job_common ((data ->> 'userId')) where data ->> 'userId' is not null`,
};

/** pg-boss creates its tables at its start, after all migrations. An index that exists is not even locked. */
export async function selectMissingIndexes(db: Queries): Promise<Sql[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name from unnest(${Object.keys(indexes)}::text[]) name where to_regclass('pgboss.' || name) is null`);
  return rows.map(({ name }) => indexes[name] as Sql);
}

/** Waiting or done. */
export async function deleteJobsOf(db: Queries, { email, userId }: { email: string; userId: string }): Promise<void> {
  await db.query(sql`delete from pgboss.job where data ->> 'email' = ${email}`);
  await db.query(sql`delete from pgboss.job where data ->> 'userId' = ${userId}`);
}
