import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay, startOfDay } from '../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { entriesNotClosed } from './entry-totals-store.ts';

/** SQL of the Moscow day before which all charges are in `ledger_service_totals`. */
const closedThrough = sql`(select least(through_day, services_through_day) from ledger_checkpoint)`;

const entryDay = moscowDay(sql`e.created_at`);

/** Of an entry `e` that charged or gave a charge back: its service, and what it adds to the sums of its day. */
const spent = sql`${entryDay} as day, coalesce(c.service, '') as service, (e.kind = 'charge')::int as count,
  greatest(-e.amount_minor, 0) as charged_minor, greatest(e.amount_minor, 0) as refunded_minor`;
const isSpending = sql`e.kind in ('charge', 'charge_refund')`;

interface SpentWithin {
  organizationId: Sql;
  currency: Sql;
  /** Days, both included. */
  from: Sql;
  to: Sql;
}

/** SQL of what was charged and given back by day and service: closed days by their sums, the days since by the entry. */
export function spentByDay({ organizationId, currency, from, to }: SpentWithin): Sql {
  return sql`
    select t.day, t.service, t.count, t.charged_minor, t.refunded_minor from ledger_service_totals t
    where t.organization_id = ${organizationId} and t.currency = ${currency}
      and t.day >= ${from} and t.day <= ${to} and t.day < ${closedThrough}
    union all
    select ${spent} from ledger_entries e left join charges c on c.id = e.source_id
    where e.organization_id = ${organizationId} and e.currency = ${currency} and ${isSpending}
      and e.created_at >= ${startOfDay(sql`greatest(${from}, ${closedThrough})`)}
      and e.created_at < ${startOfDay(sql`(${to} + 1)`)}`;
}

/** Adds up the charges of the days that were not added up yet, before the checkpoint is moved to `through`. */
export async function rollUpServices(tx: Transaction, through: string): Promise<void> {
  const entries = await entriesNotClosed(tx, closedThrough);
  await tx.query(sql`
    insert into ledger_service_totals (organization_id, day, currency, service, count, charged_minor, refunded_minor)
    ${sumsOf(entries, sql`e.created_at < ${startOfDay(sql`${through}::date`)}`)}
    on conflict (organization_id, day, currency, service) do update set count = excluded.count,
      charged_minor = excluded.charged_minor, refunded_minor = excluded.refunded_minor`);
}

function sumsOf(entries: Sql, where: Sql): Sql {
  return sql`
    select organization_id, day, currency, service, sum(count)::int as count, sum(charged_minor) as charged_minor,
      sum(refunded_minor) as refunded_minor
    from (
      select e.organization_id, e.currency, ${spent} from ${entries} left join charges c on c.id = e.source_id
      where ${isSpending} and ${where}
    ) s group by 1, 2, 3, 4`;
}

export async function selectServiceTotalFaults(db: Queries): Promise<string[]> {
  const faults = await db.query<{ what: string }>(sql`
    select 'service totals of organization ' || organization_id || ' on ' || day || ' make -'
      || coalesce(t.charged_minor, 0) || ' +' || coalesce(t.refunded_minor, 0) || ', its entries -'
      || coalesce(e.charged_minor, 0) || ' +' || coalesce(e.refunded_minor, 0) as what
    from (${sumsOf(sql`ledger_entries e`, sql`e.created_at < ${startOfDay(closedThrough)}`)}) e
    full join (select * from ledger_service_totals where day < ${closedThrough}) t
      using (organization_id, day, currency, service)
    where (e.count, e.charged_minor, e.refunded_minor)
      is distinct from (t.count, t.charged_minor::numeric, t.refunded_minor::numeric)
    limit 100`);
  return faults.map(({ what }) => what);
}
