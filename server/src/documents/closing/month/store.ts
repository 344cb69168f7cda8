import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';
import { firstDayOf, nextMonth } from '../periods.ts';
import type { ServiceSum } from './month-lines.ts';

export const startOf = (day: string) => sql`${day}::date::timestamp at time zone 'Europe/Moscow'`;

/** By service, or by description where none is named. A captured hold is a charge like any other. */
export function selectServiceSums(db: Queries, organizationId: string, period: string): Promise<ServiceSum[]> {
  return db.query<ServiceSum>(sql`
    select coalesce(c.service, c.description, 'Услуги') as name,
      count(*) filter (where e.kind = 'charge')::int as quantity, -sum(e.amount_minor)::float8 as "amountMinor"
    from ledger_entries e left join charges c on c.id = e.source_id and c.organization_id = e.organization_id
    where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind in ('charge', 'charge_refund')
      and e.created_at >= ${startOf(firstDayOf(period))} and e.created_at < ${startOf(firstDayOf(nextMonth(period)))}
    group by 1`);
}
