import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { Step } from '@kazna/contract/cabinet/dashboard';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../platform/db/database.ts';
import { moscowToday } from '../platform/db/moscow-day.ts';
import { opaqueParam, sql } from '../platform/db/sql.ts';

/** The last `days` calendar days in Moscow, today included. */
export interface DayRange {
  organizationId: string;
  currency: Currency;
  days: number;
}

interface Turnover {
  inMinor: number;
  outMinor: number;
}

/** With the change of the balance, which setting aside and giving back change too. */
export interface BalanceTurnover extends Turnover {
  netMinor: number;
}

/**
 * Money that is set aside neither comes in nor goes out: what went to or came from the `held` account, whose totals are
 * beside the balance's, is taken off.
 */
const turnover = {
  credited: sql`sum(case a.kind when 'organization' then t.credited_minor else -t.debited_minor end)`,
  debited: sql`sum(case a.kind when 'organization' then t.debited_minor else -t.credited_minor end)`,
  net: sql`sum(case a.kind when 'organization' then t.credited_minor - t.debited_minor else 0 end)`,
};

/** Sums by day of what moved in the range shifted `daysAgo` days back. */
function movesWithin({ organizationId, currency, days }: DayRange, daysAgo: number) {
  return sql`ledger_daily_totals t join ledger_accounts a on a.id = t.account_id
    where a.kind in ('organization', 'held') and a.organization_id = ${opaqueParam(organizationId)}::uuid
      and a.currency = ${opaqueParam(currency)} and t.day > ${moscowToday} - ${opaqueParam(daysAgo)}::int - ${opaqueParam(days)}::int
      and t.day <= ${moscowToday} - ${opaqueParam(daysAgo)}::int`;
}

/** One row per step of the range shifted `daysAgo` days back, with zeros where nothing moved. */
export function selectSeries(
  db: Queries,
  range: DayRange,
  step: Step,
  daysAgo: number,
): Promise<(BalanceTurnover & { date: string })[]> {
  const unit = sql`${opaqueParam(step)}::text`;
  return db.query<BalanceTurnover & { date: string }>(sql`
    with points as (
      select generate_series(date_trunc(${unit}, (${moscowToday} - ${opaqueParam(daysAgo)}::int - ${opaqueParam(range.days)}::int + 1)::timestamp),
        (${moscowToday} - ${opaqueParam(daysAgo)}::int)::timestamp, ('1 ' || ${unit})::interval)::date as date
    ), sums as (
      select date_trunc(${unit}, t.day::timestamp)::date as date, ${turnover.credited} as credited,
        ${turnover.debited} as debited, ${turnover.net} as net
      from ${movesWithin(range, daysAgo)}
      group by 1
    )
    select to_char(p.date, 'YYYY-MM-DD') as date, coalesce(s.credited, 0)::float8 as "inMinor",
      coalesce(s.debited, 0)::float8 as "outMinor", coalesce(s.net, 0)::float8 as "netMinor"
    from points p left join sums s using (date) order by p.date`);
}

export async function getTurnover(db: Queries, range: DayRange, daysAgo: number): Promise<BalanceTurnover> {
  const [moved] = await db.query<BalanceTurnover>(sql`
    select coalesce(${turnover.credited}, 0)::float8 as "inMinor", coalesce(${turnover.debited}, 0)::float8 as "outMinor",
      coalesce(${turnover.net}, 0)::float8 as "netMinor"
    from ${movesWithin(range, daysAgo)}`);
  return moved as BalanceTurnover;
}

/** Refunds and reversed bonuses are no spending. */
export async function getCharged(db: Queries, { organizationId, currency, days }: DayRange): Promise<number> {
  const [sum] = await db.query<{ amountMinor: number }>(sql`
    select coalesce(sum(t.charged_minor), 0)::float8 as "amountMinor"
    from ledger_daily_totals t join ledger_accounts a on a.id = t.account_id
    where a.kind = 'organization' and a.organization_id = ${opaqueParam(organizationId)}::uuid
      and a.currency = ${opaqueParam(currency)} and t.day > ${moscowToday} - ${opaqueParam(days)}::int`);
  return sum?.amountMinor ?? 0;
}

export interface Share {
  count: number;
  amountMinor: number;
}

const shareColumns = sql`sum(t.count)::int as count, sum(t.amount_minor)::float8 as "amountMinor"`;

function within({ organizationId, currency, days }: DayRange) {
  return sql`t.organization_id = ${opaqueParam(organizationId)}::uuid and t.currency = ${opaqueParam(currency)}
    and t.day > ${moscowToday} - ${opaqueParam(days)}::int`;
}

export function selectByStatus(db: Queries, range: DayRange): Promise<(Share & { status: PaymentStatus })[]> {
  return db.query(sql`
    select t.status, ${shareColumns} from payment_daily_totals t where ${within(range)}
    group by t.status having sum(t.count) > 0 order by sum(t.amount_minor) desc`);
}

export function selectByMethod(db: Queries, range: DayRange): Promise<(Share & { method: PaymentMethod })[]> {
  return db.query(sql`
    select t.method, ${shareColumns} from payment_daily_totals t where ${within(range)} and t.status = 'succeeded'
    group by t.method having sum(t.count) > 0 order by sum(t.amount_minor) desc`);
}

export function selectTopPayers(
  db: Queries,
  range: DayRange,
  limit: number,
): Promise<(Share & { userId: string; name: string })[]> {
  return db.query(sql`
    select t.created_by as "userId", coalesce(u.name, a.name) as name, ${shareColumns}
    from payment_daily_totals t
    join actors a on a.id = t.created_by
    left join users u on u.id = t.created_by
    where ${within(range)} and t.status = 'succeeded'
    group by t.created_by, u.name, a.name having sum(t.count) > 0 order by sum(t.amount_minor) desc limit ${opaqueParam(limit)}::int`);
}
