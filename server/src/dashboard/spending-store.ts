import type { Step } from '@kazna/contract/cabinet/dashboard';
import { spentByDay } from '../money/ledger/service-totals-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { moscowToday } from '../platform/db/moscow-day.ts';
import { opaqueParam, type Sql, sql } from '../platform/db/sql.ts';
import type { DayRange } from './store.ts';

interface ServiceShare {
  /** Empty where none was named. */
  service: string;
  /** More than one for those that are not among the largest. */
  services: number;
  isOther: boolean;
  count: number;
  amountMinor: number;
  previousMinor: number;
  /** By the first day of the step. */
  amounts: Record<string, number>;
}

interface SpendingRows {
  dates: string[];
  previousMinor: number;
  shares: ServiceShare[];
}

/** Charges less their refunds by the day that they were posted, as in the ledger; the previous period beside them. */
export async function selectSpending(
  db: Queries,
  { organizationId, currency, days }: DayRange,
  { step, maxServices }: { step: Step; maxServices: number },
): Promise<SpendingRows> {
  const length = sql`${opaqueParam(days)}::int`;
  const unit = sql`${opaqueParam(step)}::text`;
  const isNow = sql`m.day > ${moscowToday} - ${length}`;
  const amount = sql`m.charged_minor - m.refunded_minor`;
  const within = {
    ...{ organizationId: sql`${opaqueParam(organizationId)}::uuid`, currency: sql`${opaqueParam(currency)}::text` },
    ...{ from: sql`(${moscowToday} - ${length} - ${length} + 1)`, to: moscowToday },
  };
  const [row] = await db.query<SpendingRows>(sql`
    with moves as materialized (${spentByDay(within)}
    ), totals as (
      select m.service, coalesce(sum(m.count) filter (where ${isNow}), 0) as count,
        coalesce(sum(${amount}) filter (where ${isNow}), 0) as amount,
        coalesce(sum(${amount}) filter (where not ${isNow}), 0) as previous
      from moves m group by m.service
    ), ranked as (
      select *, least(row_number() over (order by amount desc, service), ${opaqueParam(maxServices)}::int + 1) as place
      from totals where amount <> 0
    ), steps as (
      select r.place, date_trunc(${unit}, m.day::timestamp)::date as date, sum(${amount}) as amount
      from moves m join ranked r using (service) where ${isNow} group by 1, 2
    ), shares as (
      select r.place, json_build_object('service', min(r.service), 'services', count(*),
        'isOther', r.place > ${opaqueParam(maxServices)}::int, 'count', sum(r.count), 'amountMinor', sum(r.amount),
        'previousMinor', sum(r.previous), 'amounts', (
          select json_object_agg(s.date, s.amount) from steps s where s.place = r.place)) as share
      from ranked r group by r.place
    )
    select array(
        select to_char(point, 'YYYY-MM-DD') from generate_series(
          date_trunc(${unit}, (${moscowToday} - ${length} + 1)::timestamp), ${moscowToday}::timestamp,
          ('1 ' || ${unit})::interval) point) as dates,
      coalesce((select sum(previous) from totals), 0)::float8 as "previousMinor",
      coalesce((select json_agg(share order by place) from shares), '[]') as shares`);
  return row as SpendingRows;
}

/** The first day of the calendar month in Moscow. */
export const monthStart = sql`date_trunc('month', ${moscowToday})::date`;

/** The first of so many days, of which today is the last. */
export function firstOfDays(days: number): Sql {
  return sql`(${moscowToday} - ${opaqueParam(days)}::int + 1)`;
}

/** Spending of the month by now, of columns of the query around it. */
export function spentThisMonth(organizationId: Sql, currency: Sql, where: Sql): Sql {
  return sql`(
    select coalesce(sum(m.charged_minor - m.refunded_minor), 0)
    from (${spentByDay({ organizationId, currency, from: monthStart, to: moscowToday })}) m where ${where})`;
}

type OfOrganization = Pick<DayRange, 'organizationId' | 'currency'>;

/** Spending from the day on. */
export async function readSpent(db: Queries, { organizationId, currency }: OfOrganization, from: Sql): Promise<number> {
  const within = {
    ...{ organizationId: sql`${opaqueParam(organizationId)}::uuid`, currency: sql`${opaqueParam(currency)}::text` },
    ...{ from, to: moscowToday },
  };
  const [row] = await db.query<{ amountMinor: number }>(sql`
    select coalesce(sum(m.charged_minor - m.refunded_minor), 0)::float8 as "amountMinor" from (${spentByDay(within)}) m`);
  return row?.amountMinor ?? 0;
}
