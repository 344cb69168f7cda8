import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';
import { firstDayOf, nextMonth } from '../periods.ts';
import { maxLines, type ServiceSum } from './month-lines.ts';

export const startOf = (day: string) => sql`${day}::date::timestamp at time zone 'Europe/Moscow'`;

/**
 * By service, or by description where none is named. A captured hold is a charge like any other, what came out even is
 * left out, and where there are more services than lines the smallest ones are summed up here: there may be as many
 * descriptions as charges.
 */
export function selectServiceSums(db: Queries, organizationId: string, period: string): Promise<ServiceSum[]> {
  return db.query<ServiceSum>(sql`
    with service as (
      select coalesce(c.service, c.description, 'Услуги') as name,
        count(*) filter (where e.kind = 'charge') as quantity, -sum(e.amount_minor) as amount
      from ledger_entries e left join charges c on c.id = e.source_id and c.organization_id = e.organization_id
      where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind in ('charge', 'charge_refund')
        and e.created_at >= ${startOf(firstDayOf(period))} and e.created_at < ${startOf(firstDayOf(nextMonth(period)))}
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
