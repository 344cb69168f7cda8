import type { Queries, Transaction } from '../platform/db/database.ts';
import { moscowDay, moscowToday, startOfDay } from '../platform/db/moscow-day.ts';
import { sql } from '../platform/db/sql.ts';
import { nilUuid } from '../platform/db/uuid.ts';

/**
 * The first day whose sums may still change, locked until the transaction ends. Transfers of the past, such as an import's,
 * drop the ledger's checkpoint, and a clock that was ahead has left sums in the future: then it is the first day of all.
 */
export async function lockProgress(tx: Transaction): Promise<string> {
  await tx.query(sql`select from revenue_progress for update`);
  const [row] = await tx.query<{ day: string }>(sql`
    select case when p.through_day > ${moscowToday} then '-infinity'
      else least(p.through_day, c.through_day)::text end as day
    from revenue_progress p cross join ledger_checkpoint c`);
  return (row as { day: string }).day;
}

export async function updateProgress(tx: Transaction, through: string): Promise<void> {
  await tx.query(sql`update revenue_progress set through_day = ${through}::date, counted_at = business_now()`);
}

export async function deleteSums(tx: Transaction): Promise<void> {
  for (const table of [sql`revenue_charges`, sql`revenue_customers`]) await tx.query(sql`delete from ${table}`);
}

const fixedKinds = ['period', 'change', 'resume', 'grace'];

/** A charge has one line at most, and those that give it back have its own kind: a refund counts where its charge did. */
const kindOfCharge = sql`
  case when l.kind = any(${fixedKinds}::text[]) then 'fixed' when l.kind in ('usage', 'setup') then l.kind else 'other' end`;

/** Entries are never taken back, so days only gain rows or amounts. What is the same already is not written again. */
export async function sumCharges(tx: Transaction, from: string): Promise<void> {
  await tx.query(sql`
    with sums as materialized (
      select e.organization_id, e.currency, ${moscowDay(sql`t.created_at`)} as day, coalesce(v.tariff_id, ${nilUuid}) as tariff_id,
        ${kindOfCharge} as kind, coalesce(sum(t.amount_minor) filter (where t.kind = 'charge'), 0) as charged,
        coalesce(sum(t.amount_minor) filter (where t.kind = 'charge_refund'), 0) as refunded,
        count(*) filter (where t.kind = 'charge') as count
      from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      left join lateral (
        select l.kind, l.version_id from subscription_lines l where l.charge_id = t.source_id and l.kind <> 'credit' limit 1
      ) l on true
      left join tariff_versions v on v.id = l.version_id
      where t.kind in ('charge', 'charge_refund') and t.created_at >= ${startOfDay(sql`${from}::date`)}
      group by 1, 2, 3, 4, 5
    )
    insert into revenue_charges (organization_id, currency, day, tariff_id, kind, charged_minor, refunded_minor, count)
    select s.* from sums s left join revenue_charges r using (organization_id, currency, day, tariff_id, kind)
    where (r.charged_minor, r.refunded_minor) is distinct from (s.charged, s.refunded)
    on conflict (organization_id, currency, day, tariff_id, kind) do update
      set charged_minor = excluded.charged_minor, refunded_minor = excluded.refunded_minor, count = excluded.count`);
}

/** Rows of `revenue_charges` as `c`, once for everything, their service and their tariff. */
const scopedCharges = sql`(
  revenue_charges c left join tariffs t on t.id = c.tariff_id
  cross join lateral unnest(array[${nilUuid}::uuid, t.service_id, t.id]) as scope (id))`;

/** Moves as `m`, with what they change in each scope: a change of tariff leaves one and comes to another. */
export const scopedMoves = sql`
  subscription_moves m cross join lateral (
    values (${nilUuid}::uuid, m.before_minor, m.after_minor, m.is_first), (m.service_id, m.before_minor, m.after_minor, m.is_first),
      (m.tariff_id, case when m.tariff_id = m.before_tariff_id then m.before_minor else 0 end, m.after_minor,
        m.is_first or m.tariff_id <> m.before_tariff_id),
      (case when m.tariff_id <> m.before_tariff_id then m.before_tariff_id end, m.before_minor, 0, false)
  ) as scope (id, before_minor, after_minor, is_first)`;

/** What a move is within its scope. */
export const moveKind = sql`
  case when scope.after_minor = 0 then 'stopped' when scope.before_minor = 0 and scope.is_first then 'new'
    when scope.before_minor = 0 then 'resumed' when scope.after_minor > scope.before_minor then 'up' else 'down' end`;

/** Customers that began, returned or left, by all moves of those that have one since the day. */
export async function sumCustomerMoves(tx: Transaction, from: string): Promise<void> {
  await tx.query(sql`delete from revenue_customer_moves where day >= ${from}::date`);
  await tx.query(sql`
    with steps as (
      select scope.id as scope_id, m.currency, m.organization_id, m.day,
        sum(scope.after_minor - scope.before_minor)::bigint as change
      from ${scopedMoves}
      where scope.id is not null
        and (m.organization_id, m.currency) in (select organization_id, currency from subscription_moves where day >= ${from}::date)
      group by 1, 2, 3, 4
    ), sums as (
      select *, sum(change) over (partition by scope_id, currency, organization_id order by day)::bigint as after_minor,
        row_number() over (partition by scope_id, currency, organization_id order by day) = 1 as is_first
      from steps where change <> 0
    )
    insert into revenue_customer_moves (scope_id, currency, day, organization_id, kind, before_minor, after_minor)
    select scope_id, currency, day, organization_id,
      case when after_minor = 0 then 'lost' when is_first then 'new' else 'returned' end, after_minor - change, after_minor
    from sums where day >= ${from}::date and (after_minor = 0 or after_minor = change)`);
}

/** Figures by day and scope of what is summed up by customer and stored by move. */
export async function sumDays(tx: Transaction, from: string): Promise<void> {
  await tx.query(sql`delete from revenue_days where day >= ${from}::date`);
  await tx.query(sql`
    insert into revenue_days (scope_id, currency, figure, day, amount_minor, count)
    select scope.id, c.currency, c.kind, c.day, sum(c.charged_minor - c.refunded_minor), sum(c.count)
    from ${scopedCharges} where scope.id is not null and c.day >= ${from}::date group by 1, 2, 3, 4
    union all
    select scope.id, c.currency, 'refunded', c.day, sum(c.refunded_minor), 0
    from ${scopedCharges} where scope.id is not null and c.day >= ${from}::date and c.refunded_minor > 0 group by 1, 2, 3, 4
    union all
    select scope.id, m.currency, ${moveKind}, m.day, sum(scope.after_minor - scope.before_minor), count(*)
    from ${scopedMoves}
    where scope.id is not null and m.day >= ${from}::date and scope.after_minor <> scope.before_minor group by 1, 2, 3, 4
    union all
    select scope_id, currency, 'customers_' || kind, day, sum(after_minor - before_minor), count(*)
    from revenue_customer_moves where day >= ${from}::date group by 1, 2, 3, 4`);
}

/** Months of the customers that were charged or refunded since the day. */
export async function sumCustomers(tx: Transaction, from: string): Promise<void> {
  const firstMonth = sql`date_trunc('month', ${from}::date::timestamp)::date`;
  const sumOf = (kind: string) =>
    sql`coalesce(sum(c.charged_minor - c.refunded_minor) filter (where c.kind = ${kind}), 0)`;
  await tx.query(sql`
    with touched as materialized (
      select distinct organization_id from revenue_charges where day >= ${from}::date
    ), sums as materialized (
      select scope.id as scope_id, c.currency, c.organization_id, date_trunc('month', c.day::timestamp)::date as month,
        ${sumOf('fixed')} as fixed, ${sumOf('usage')} as usage, ${sumOf('setup')} as setup, ${sumOf('other')} as other
      from touched join ${scopedCharges} on c.organization_id = touched.organization_id
      where scope.id is not null and c.day >= ${firstMonth}
      group by 1, 2, 3, 4
    ), earlier as materialized (
      select k.scope_id, k.currency, k.organization_id, min(k.month) as month
      from touched join revenue_customers k on k.organization_id = touched.organization_id and k.month < ${firstMonth}
      group by 1, 2, 3
    ), next as materialized (
      select s.*, coalesce(k.month, min(s.month) over (partition by s.scope_id, s.currency, s.organization_id)) as cohort
      from sums s left join earlier k using (scope_id, currency, organization_id)
    )
    insert into revenue_customers (scope_id, currency, organization_id, month, cohort, fixed_minor, usage_minor,
      setup_minor, other_minor)
    select n.scope_id, n.currency, n.organization_id, n.month, n.cohort, n.fixed, n.usage, n.setup, n.other
    from next n left join revenue_customers r using (scope_id, currency, organization_id, month)
    where (r.cohort, r.fixed_minor, r.usage_minor, r.setup_minor, r.other_minor) is distinct from
      (n.cohort, n.fixed, n.usage, n.setup, n.other)
    on conflict (scope_id, currency, organization_id, month) do update set cohort = excluded.cohort,
      fixed_minor = excluded.fixed_minor, usage_minor = excluded.usage_minor, setup_minor = excluded.setup_minor,
      other_minor = excluded.other_minor`);
  await tx.query(sql`delete from revenue_cohorts where month >= ${firstMonth}`);
  await tx.query(sql`
    insert into revenue_cohorts (scope_id, currency, cohort, month, charged, customers, amount_minor)
    select scope_id, currency, cohort, month, count(*), count(*) filter (where amount_minor > 0), sum(amount_minor)
    from revenue_customers where month >= ${firstMonth} group by 1, 2, 3, 4`);
}

export interface UpcomingSum {
  scopeId: string;
  currency: string;
  day: string;
  amountMinor: number;
  count: number;
}

export async function replaceUpcoming(tx: Transaction, sums: UpcomingSum[]): Promise<void> {
  const column = <Name extends keyof UpcomingSum>(name: Name) => sums.map((sum) => sum[name]);
  await tx.query(sql`select from revenue_progress for update`);
  await tx.query(sql`delete from revenue_upcoming`);
  await tx.query(sql`
    insert into revenue_upcoming (scope_id, currency, day, amount_minor, count)
    select * from unnest(${column('scopeId')}::uuid[], ${column('currency')}::text[], ${column('day')}::date[],
      ${column('amountMinor')}::bigint[], ${column('count')}::int[])`);
  await tx.query(sql`update revenue_progress set upcoming_at = business_now()`);
}

/** Sums of what is ahead are an hour old, of another day, or there are none. */
export async function isUpcomingOutdated(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ isOutdated: boolean }>(sql`
    select coalesce(upcoming_at < business_now() - interval '1 hour' or upcoming_at > business_now()
      or ${moscowDay(sql`upcoming_at`)} <> ${moscowToday}, true) as "isOutdated"
    from revenue_progress`);
  return row?.isOutdated ?? true;
}
