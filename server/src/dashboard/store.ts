import type { Step } from '@kazna/contract/cabinet/dashboard';
import type { PaymentMethod, PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

/** A stretch of whole days of Moscow that ends today: `days` of them, or as many just before those. */
export interface Stretch {
  organizationId: string;
  currency: Currency;
  days: number;
}

const today = sql`(now() at time zone 'Europe/Moscow')::date`;

export interface Moved {
  inMinor: number;
  outMinor: number;
}

/** One row a step, from the first day's step to today's, with zeros where nothing moved. */
export function selectSeries(
  db: Queries,
  { organizationId, currency, days }: Stretch,
  step: Step,
): Promise<(Moved & { date: string })[]> {
  return db.query<Moved & { date: string }>(sql`
    with points as (
      select generate_series(date_trunc(${step}, (${today} - ${days}::int + 1)::timestamp), ${today}::timestamp,
        ('1 ' || ${step})::interval)::date as date
    ), sums as (
      select date_trunc(${step}, t.day::timestamp)::date as date, sum(t.credited_minor) as credited,
        sum(t.debited_minor) as debited
      from ledger_daily_totals t join ledger_accounts a on a.id = t.account_id
      where a.kind = 'organization' and a.organization_id = ${organizationId} and a.currency = ${currency}
        and t.day > ${today} - ${days}::int
      group by 1
    )
    select to_char(p.date, 'YYYY-MM-DD') as date, coalesce(s.credited, 0)::float8 as "inMinor",
      coalesce(s.debited, 0)::float8 as "outMinor"
    from points p left join sums s using (date) order by p.date`);
}

/** Sums of the stretch that ended `daysAgo` days ago. */
export async function getMoved(
  db: Queries,
  { organizationId, currency, days }: Stretch,
  daysAgo: number,
): Promise<Moved> {
  const [moved] = await db.query<Moved>(sql`
    select coalesce(sum(t.credited_minor), 0)::float8 as "inMinor", coalesce(sum(t.debited_minor), 0)::float8 as "outMinor"
    from ledger_daily_totals t join ledger_accounts a on a.id = t.account_id
    where a.kind = 'organization' and a.organization_id = ${organizationId} and a.currency = ${currency}
      and t.day > ${today} - ${daysAgo}::int - ${days}::int and t.day <= ${today} - ${daysAgo}::int`);
  return moved as Moved;
}

/** What was charged over the last `days`; refunds and bonuses taken back are no spending. */
export async function getCharged(db: Queries, { organizationId, currency, days }: Stretch): Promise<number> {
  const [sum] = await db.query<{ amountMinor: number }>(sql`
    select coalesce(sum(t.charged_minor), 0)::float8 as "amountMinor"
    from ledger_daily_totals t join ledger_accounts a on a.id = t.account_id
    where a.kind = 'organization' and a.organization_id = ${organizationId} and a.currency = ${currency}
      and t.day > ${today} - ${days}::int`);
  return sum?.amountMinor ?? 0;
}

export interface Share {
  count: number;
  amountMinor: number;
}

const shareColumns = sql`sum(t.count)::int as count, sum(t.amount_minor)::float8 as "amountMinor"`;

function within({ organizationId, currency, days }: Stretch) {
  return sql`t.organization_id = ${organizationId} and t.currency = ${currency} and t.day > ${today} - ${days}::int`;
}

export function selectByStatus(db: Queries, stretch: Stretch): Promise<(Share & { status: PaymentStatus })[]> {
  return db.query(sql`
    select t.status, ${shareColumns} from payment_daily_totals t where ${within(stretch)}
    group by t.status having sum(t.count) > 0 order by sum(t.amount_minor) desc`);
}

export function selectByMethod(db: Queries, stretch: Stretch): Promise<(Share & { method: PaymentMethod })[]> {
  return db.query(sql`
    select t.method, ${shareColumns} from payment_daily_totals t where ${within(stretch)} and t.status = 'succeeded'
    group by t.method having sum(t.count) > 0 order by sum(t.amount_minor) desc`);
}

export function selectTopPayers(db: Queries, stretch: Stretch): Promise<(Share & { userId: string; name: string })[]> {
  return db.query(sql`
    select t.created_by as "userId", u.name, ${shareColumns}
    from payment_daily_totals t join users u on u.id = t.created_by
    where ${within(stretch)} and t.status = 'succeeded'
    group by t.created_by, u.name having sum(t.count) > 0 order by sum(t.amount_minor) desc limit 5`);
}
