import type { Queries } from '../platform/db/database.ts';
import { type Sql, sql } from '../platform/db/sql.ts';

/** The poll of a payment that this process has leased. */
export interface Poll {
  paymentId: string;
  /** How many were begun before. */
  attempt: number;
}

/** A part of the statement that inserts the payments of `source`. */
export function firstPollOf(source: Sql, delaySeconds: number): Sql {
  return sql`
    insert into payment_polls (payment_id, next_at) select id, now() + make_interval(secs => ${delaySeconds}) from ${source}`;
}

/** For a payment without one. */
export async function insertPoll(db: Queries, { paymentId, attempt }: Poll, delaySeconds: number): Promise<void> {
  await db.query(sql`
    insert into payment_polls (payment_id, begun, next_at)
    values (${paymentId}, ${attempt}, now() + make_interval(secs => ${delaySeconds}))
    on conflict do nothing`);
}

/** Workers lease different ones. A lease that is neither renewed nor ended in time expires, and another worker polls. */
export function leasePolls(
  db: Queries,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<Poll[]> {
  return db.query<Poll>(sql`
    with due as materialized (
      select payment_id from payment_polls where next_at <= now() order by next_at limit ${limit}
      for no key update skip locked
    )
    update payment_polls p set begun = begun + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
    from due where p.payment_id = due.payment_id
    returning p.payment_id as "paymentId", p.begun - 1 as attempt`);
}

export async function renewPolls(db: Queries, polls: Poll[], leaseSeconds: number): Promise<void> {
  await db.query(sql`
    update payment_polls p set next_at = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${polls.map(({ paymentId }) => paymentId)}::uuid[], ${polls.map(({ attempt }) => attempt)}::int[])
      as l (payment_id, attempt)
    where p.payment_id = l.payment_id and p.begun = l.attempt + 1`);
}

const leasedAs = ({ paymentId, attempt }: Poll) => sql`payment_id = ${paymentId} and begun = ${attempt} + 1`;

export async function postponePoll(db: Queries, poll: Poll, delaySeconds: number): Promise<void> {
  await db.query(sql`
    update payment_polls set next_at = now() + make_interval(secs => ${delaySeconds}) where ${leasedAs(poll)}`);
}

/** Returns false when the lease was lost to another worker. */
export async function deletePoll(db: Queries, poll: Poll): Promise<boolean> {
  const rows = await db.query(sql`delete from payment_polls where ${leasedAs(poll)} returning payment_id`);
  return rows.length > 0;
}

interface DuePolls {
  waiting: number;
  /** How long the oldest has been due. */
  oldestSeconds: number;
}

export async function countDuePolls(db: Queries): Promise<DuePolls> {
  const [counts] = await db.query<DuePolls>(sql`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as "oldestSeconds"
    from payment_polls where next_at <= now()`);
  return counts as DuePolls;
}
