import type { Waiting } from '@kazna/contract/admin/overview';
import type { Currency } from '@kazna/contract/shared/money';
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
      (select count(*)::int from pgboss.job where state < 'active' and not blocked) as "waitingJobs"`);
  return counts as Counts;
}

/** By partial indexes: every page of staff asks for it. */
export async function selectWaiting(db: Queries): Promise<Waiting> {
  const [counts] = await db.query<Waiting>(sql`
    select
      (select count(*)::int from payments where status = 'review') as "reviewPayments",
      (select count(*)::int from refunds where ${undecidedRefunds}) as "silentRefunds",
      (select count(*)::int from receipts where status = 'failed') as "failedReceipts",
      (select count(*)::int from bank_returns where status = 'pending') as "bankReturns",
      (select count(*)::int from pgboss.job where state = 'failed') as "failedJobs",
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

export function selectFailedJobs(
  db: Queries,
): Promise<{ id: string; name: string; failedAt: string; error: string }[]> {
  return db.query(sql`
    select id, name, coalesce(completed_on, created_on) as "failedAt",
      left(coalesce(output ->> 'message', output::text, ''), 300) as error
    from pgboss.job where state = 'failed' order by created_on desc limit 100`);
}
