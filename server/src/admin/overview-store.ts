import type { failedJob } from '@kazna/contract/admin/jobs';
import type { Waiting } from '@kazna/contract/admin/overview';
import type { Currency } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { undecidedRefunds } from '../payments/refunds/refunds-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { moscowToday } from '../platform/db/moscow-day.ts';
import { type Sql, sql } from '../platform/db/sql.ts';

export interface Counts {
  users: { total: number; lastWeek: number };
  organizations: { total: number; lastWeek: number };
  conversion: { created: number; succeeded: number };
  unansweredPayments: number;
  waitingJobs: number;
}

export const overviewDays = 30;

const monthAgo = sql`${moscowToday} - ${overviewDays}::int`;

function countOf(table: Sql, isPresent: Sql): Sql {
  const lastWeek = sql`created_at > now() - interval '7 days'`;
  return sql`json_build_object(
    'total', (select count(*) from ${table} where ${isPresent}),
    'lastWeek', (select count(*) from ${table} where ${isPresent} and ${lastWeek}))`;
}

export async function getCounts(db: Queries): Promise<Counts> {
  const [counts] = await db.query<Counts>(sql`
    select
      ${countOf(sql`users`, sql`status <> 'deleted'`)} as users,
      ${countOf(sql`organizations`, sql`status <> 'closed'`)} as organizations,
      (select json_build_object('created', coalesce(sum(count), 0),
          'succeeded', coalesce(sum(count) filter (where status = 'succeeded'), 0))
        from payment_daily_totals where day > ${monthAgo}) as conversion,
      (select count(*)::int from payments where status = 'pending' and provider_payment_id is null) as "unansweredPayments",
      (select count(*)::int from pgboss.job where state < 'active' and not blocked)
        + (select count(*)::int from payment_polls) as "waitingJobs"`);
  return counts as Counts;
}

/** Scheduled jobs have no data, and each does what the one before it has left. */
const failedWork = sql`case when coalesce(data, '{}') = '{}' then name else id::text end`;

/** By partial indexes: every page of staff asks for it. */
export async function selectWaiting(db: Queries): Promise<Waiting> {
  const [counts] = await db.query<Waiting>(sql`
    select
      (select count(*)::int from payments where status = 'review') as "reviewPayments",
      (select count(*)::int from refunds where ${undecidedRefunds}) as "silentRefunds",
      (select count(*)::int from receipts where status = 'failed') as "failedReceipts",
      (select count(*)::int from bank_returns where status = 'pending') as "bankReturns",
      (select count(distinct ${failedWork})::int from pgboss.job where state = 'failed') as "failedJobs",
      (select count(*)::int from bank_receipts where status = 'unidentified') as "unidentifiedReceipts",
      (select count(*)::int from support_requests where state in ('new', 'ours')) as "waitingRequests"`);
  return counts as Waiting;
}

/** By card and СБП, on the days the payments were created. */
export function selectPaidByDay(db: Queries): Promise<{ date: string; currency: Currency; amountMinor: number }[]> {
  return db.query(sql`
    select to_char(day, 'YYYY-MM-DD') as date, currency, sum(amount_minor)::float8 as "amountMinor"
    from payment_daily_totals where day > ${monthAgo} and status = 'succeeded'
    group by day, currency having sum(count) > 0
    order by day, currency`);
}

/** The newest failure of what runs by schedule, with how often it failed: a job of every minute would fill the list. */
export function selectFailedJobs(db: Queries): Promise<z.output<typeof failedJob>[]> {
  return db.query(sql`
    select id, name, coalesce(completed_on, created_on) as "failedAt", times,
      left(coalesce(output ->> 'message', output::text, ''), 300) as error
    from (
      select distinct on (work) *, count(*) over (partition by work)::int as times
      from (select *, ${failedWork} as work from pgboss.job where state = 'failed') f
      order by work, created_on desc) newest
    order by created_on desc limit 100`);
}
