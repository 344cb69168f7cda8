import type { Queries } from '../../platform/db/database.ts';
import { moscowDay, startOfDay } from '../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { addDays, firstDayOf, nextMonth } from '../calendar.ts';
import type { MovementKind } from './advances/movement.ts';
import { maxLines, type ServiceSum } from './month-lines.ts';
import type { ChargedDays } from './subscription-sums.ts';

/** As the day begins in Moscow. */
export const startOf = (day: string) => startOfDay(sql`${day}::date`);

export interface DaySum {
  day: string;
  kind: MovementKind;
  /** Of a payment order. */
  number: string | null;
  /** Of what was given back: the month of its charge where that is an earlier one. */
  ofMonth: string | null;
  count: number;
  amountMinor: number;
}

/** The first day of the month from which on what is given back lowers the month of its charge; earlier it was its own. */
export const giveBacksSince = sql`(select from_month from closing_give_backs)`;

/** From when on what is given back of a month's charges lowers it, though another month goes on. */
const givenBackLater = (period: string) =>
  startOfDay(sql`greatest(${firstDayOf(nextMonth(period))}::date, ${giveBacksSince})`);

const isWithin = (time: Sql, period: string) =>
  sql`${time} >= ${startOf(firstDayOf(period))} and ${time} < ${startOf(firstDayOf(nextMonth(period)))}`;

/**
 * What makes up a month's document, in roubles: charges of its calendar, and what was given back of them, whenever that
 * was. A month of the old rule has what was given back in it of older charges too, and lacks what others so have of its.
 */
const movedFor = (organizationId: string, period: string) => sql`
  select e.source_id, e.kind, e.amount_minor from ledger_entries e
  where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind in ('charge', 'charge_refund')
    and ${isWithin(sql`e.created_at`, period)}
    and (e.kind = 'charge' or ${firstDayOf(period)}::date < ${giveBacksSince} or not exists (
      select from ledger_transfers t
      join ledger_entries c on c.transfer_id = t.undoes_id and c.organization_id = e.organization_id
      where t.id = e.transfer_id and c.created_at < ${startOf(firstDayOf(period))}))
  union all
  select e.source_id, e.kind, e.amount_minor from ledger_entries e
  join ledger_transfers t on t.id = e.transfer_id
  join ledger_entries c on c.transfer_id = t.undoes_id and c.organization_id = e.organization_id
  where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind = 'charge_refund'
    and e.created_at >= ${givenBackLater(period)} and ${isWithin(sql`c.created_at`, period)}`;

/**
 * What subscriptions did not charge, by service, or by description where none is named. A captured hold is a charge like
 * any other, what came out even is left out, and where there are more services than lines the smallest ones are summed up
 * here: there may be as many descriptions as charges.
 */
export function selectServiceSums(db: Queries, organizationId: string, period: string): Promise<ServiceSum[]> {
  return db.query<ServiceSum>(sql`
    with moved as materialized (${movedFor(organizationId, period)}), service as (
      select coalesce(c.service, c.description, 'Услуги') as name,
        count(*) filter (where e.kind = 'charge') as quantity, -sum(e.amount_minor) as amount
      from moved e left join charges c on c.id = e.source_id and c.organization_id = ${organizationId}
      where not exists (select from subscription_lines l where l.charge_id = c.id and l.amount_minor > 0)
      group by 1 having sum(e.amount_minor) <> 0
    ), ranked as (
      select name, case when amount < 0 then 1 else quantity end as quantity, amount,
        row_number() over (order by amount desc, name collate "C") as place, count(*) over () as total
      from service
    ), line as (
      select *, total > ${maxLines} and place >= ${maxLines} as is_rest from ranked
    )
    select case when is_rest then null else name end as name, sum(quantity)::int as quantity,
      sum(amount)::float8 as "amountMinor"
    from line group by is_rest, case when is_rest then null else name end order by is_rest, min(place)`);
}

/** What subscriptions charged, charge by charge. */
export function selectChargedDays(db: Queries, organizationId: string, period: string): Promise<ChargedDays[]> {
  const isCounted = sql`(${isWithin(sql`k.created_at`, period)}
    or m.is_charged and k.created_at >= ${givenBackLater(period)})`;
  return db.query<ChargedDays>(sql`
    with moved as (
      select e.source_id as charge_id, bool_or(e.kind = 'charge') as is_charged, -sum(e.amount_minor) as amount
      from (${movedFor(organizationId, period)}) e group by 1
    )
    select l.subscription_id as "subscriptionId", l.version_id as "versionId", l.kind = 'setup' as "isSetup",
      coalesce(c.service, s.document_name) as service, t.name as tariff, s.unit, l.quantity, l.from_day::text as "from",
      case when l.meter_id is not null then json_build_object('meter', r.name, 'unit', r.unit, 'quantity', (
        select sum(k.used_quantity)::text from subscription_lines k
        where k.charge_id = l.charge_id and (k.kind = 'usage' or ${isCounted}))) end as used,
      l.to_day::text as "to", m.is_charged as "isCharged", m.amount::float8 as "amountMinor",
      (select json_build_object('from', min(k.from_day), 'to', max(k.to_day)) from subscription_lines k
        where k.charge_id = l.charge_id and k.kind = 'credit' and ${isCounted} having count(*) > 0) as credited
    from moved m join subscription_lines l on l.charge_id = m.charge_id and l.amount_minor > 0
    left join meters r on r.id = l.meter_id
    join charges c on c.id = l.charge_id
    join tariff_versions v on v.id = l.version_id join tariffs t on t.id = v.tariff_id join services s on s.id = t.service_id
    order by l.id`);
}

/** What the organization had as a day began, with what was set aside. */
export async function selectBalanceBefore(db: Queries, organizationId: string, day: string): Promise<number> {
  const [row] = await db.query<{ amountMinor: number }>(sql`
    select coalesce(sum(amount_minor), 0)::float8 as "amountMinor" from ledger_entries
    where organization_id = ${organizationId} and currency = 'RUB' and kind not in ('hold', 'hold_release')
      and created_at < ${startOf(day)}`);
  return row?.amountMinor ?? 0;
}

/** By day and kind; transfers by bank one by one, with their numbers. */
export function selectDaySums(db: Queries, organizationId: string, from: string, to: string): Promise<DaySum[]> {
  const month = sql`to_char(${moscowDay(sql`e.created_at`)}, 'YYYY-MM')`;
  return db.query<DaySum>(sql`
    select ${moscowDay(sql`e.created_at`)}::text as day, e.kind, coalesce(d.number, r.order_number) as number,
      nullif(to_char(${moscowDay(sql`c.created_at`)}, 'YYYY-MM'), ${month}) as "ofMonth",
      count(*)::int as count, sum(e.amount_minor)::float8 as "amountMinor"
    from ledger_entries e
    left join ledger_transfers t on t.id = e.transfer_id and e.kind = 'charge_refund'
      and e.created_at >= ${startOfDay(giveBacksSince)}
    left join ledger_entries c on c.transfer_id = t.undoes_id and c.organization_id = e.organization_id
    left join bank_receipts b on b.id = e.source_id and e.kind in ('bank_receipt', 'bank_receipt_reversal')
    left join bank_statement_documents d on d.id = b.document_id
    left join bank_returns r on r.id = e.source_id and e.kind = 'bank_return'
    where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind not in ('hold', 'hold_release')
      and e.created_at >= ${startOf(from)} and e.created_at < ${startOf(addDays(to, 1))}
    group by 1, 2, 3, 4, b.id, r.id order by 1, 2, 3, 4`);
}
