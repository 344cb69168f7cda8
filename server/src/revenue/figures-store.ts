import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../platform/db/database.ts';
import { moscowToday } from '../platform/db/moscow-day.ts';
import { sql } from '../platform/db/sql.ts';
import { nilUuid } from '../platform/db/uuid.ts';

/** What figures are of: everything, a service or a tariff, in one currency. */
export interface Scope {
  currency: Currency;
  serviceId?: string | undefined;
  tariffId?: string | undefined;
}

export const scopeIdOf = ({ serviceId, tariffId }: Scope) => tariffId ?? serviceId ?? nilUuid;

/** First days of months. */
export interface MonthRange {
  from: string;
  to: string;
}

export interface Figure {
  /** First day; null for all days before the range. */
  month: string | null;
  figure: string;
  amountMinor: number;
  count: number;
}

/** Reads sums by day, whose number depends on the days and not on subscriptions or customers. */
export function selectFigures(db: Queries, scope: Scope, { from, to }: MonthRange): Promise<Figure[]> {
  return db.query<Figure>(sql`
    select case when day >= ${from}::date then date_trunc('month', day::timestamp)::date end::text as month, figure,
      sum(amount_minor)::float8 as "amountMinor", sum(count)::float8 as count
    from revenue_days
    where scope_id = ${scopeIdOf(scope)} and currency = ${scope.currency}
      and day < (${to}::date + interval '1 month')::date
    group by 1, 2`);
}

export interface CohortSum {
  cohort: string;
  month: string;
  charged: number;
  /** With more charges than refunds. */
  customers: number;
  amountMinor: number;
}

export function selectCohorts(db: Queries, scope: Scope, { from, to }: MonthRange): Promise<CohortSum[]> {
  return db.query<CohortSum>(sql`
    select cohort::text, month::text, charged, customers, amount_minor::float8 as "amountMinor" from revenue_cohorts
    where scope_id = ${scopeIdOf(scope)} and currency = ${scope.currency} and month between ${from}::date and ${to}::date
    order by cohort, month`);
}

interface ServiceSum {
  id: string;
  name: string;
  revenueMinor: number;
  mrrMinor: number;
}

export function selectServices(
  db: Queries,
  { currency }: Scope,
  { from, to }: MonthRange,
  limit: number,
): Promise<ServiceSum[]> {
  return db.query<ServiceSum>(sql`
    select s.id, s.name, r."revenueMinor", r."mrrMinor"
    from services s cross join lateral (
      select coalesce(sum(d.amount_minor) filter (where d.figure in ('fixed', 'usage', 'setup', 'other')
          and d.day >= ${from}::date), 0)::float8 as "revenueMinor",
        coalesce(sum(d.amount_minor) filter (where d.figure in ('new', 'up', 'down', 'stopped', 'resumed')), 0)::float8 as "mrrMinor"
      from revenue_days d
      where d.scope_id = s.id and d.currency = ${currency} and d.day < (${to}::date + interval '1 month')::date
    ) r
    where r."revenueMinor" <> 0 or r."mrrMinor" <> 0
    order by r."revenueMinor" desc, s.id limit ${limit}`);
}

export async function readDebts(db: Queries, currency: Currency): Promise<{ amountMinor: number; count: number }> {
  const [row] = await db.query<{ amountMinor: number; count: number }>(sql`
    select coalesce(-sum(balance_minor), 0)::float8 as "amountMinor", count(*)::int as count
    from ledger_accounts where is_in_debt and currency = ${currency}`);
  return row ?? { amountMinor: 0, count: 0 };
}

export function selectUpcomingDays(
  db: Queries,
  scope: Scope,
): Promise<{ day: string; amountMinor: number; count: number }[]> {
  return db.query(sql`
    select day::text, amount_minor::float8 as "amountMinor", count from revenue_upcoming
    where scope_id = ${scopeIdOf(scope)} and currency = ${scope.currency} and day >= ${moscowToday} order by day`);
}

export interface Counted {
  countedAt: string | null;
  currencies: Currency[];
  /** First day of the business's month. */
  thisMonth: string;
}

/** Skips from currency to currency, of which there are a handful, by the primary key. */
export async function readCounted(db: Queries): Promise<Counted> {
  const [row] = await db.query<Counted>(sql`
    with recursive found as (
      select min(currency) as currency from revenue_days where scope_id = ${nilUuid}
      union all
      select (select min(d.currency) from revenue_days d where d.scope_id = ${nilUuid} and d.currency > f.currency)
      from found f where f.currency is not null
    )
    select counted_at as "countedAt", date_trunc('month', ${moscowToday}::timestamp)::date::text as "thisMonth",
      array(select currency from found where currency is not null
        union select distinct currency from ledger_accounts where is_in_debt) as currencies
    from revenue_progress`);
  return row as Counted;
}
