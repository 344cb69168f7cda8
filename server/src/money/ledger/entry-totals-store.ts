import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay, startOfDay } from '../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

/** SQL of the Moscow day before which all entries are in `ledger_entry_totals`. */
export const entriesClosedThrough = sql`(select least(through_day, entries_through_day) from ledger_checkpoint)`;

const sums = sql`
  count(*) filter (where e.amount_minor > 0) as in_count, count(*) filter (where e.amount_minor < 0) as out_count,
  coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0) as in_minor,
  coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0) as out_minor`;
const entryDay = moscowDay(sql`e.created_at`);

/**
 * `offset 0` asks for the entries organization by organization: joined freely, the planner searches the index for those of
 * all organizations, most of which have none.
 */
export function entriesSince(organizationId: Sql, time: Sql): Sql {
  return sql`
    select e.* from ledger_entries e where e.organization_id = ${organizationId} and e.created_at >= ${time} offset 0`;
}

/**
 * SQL of the entries `e` of the days that were not added up yet. An entry of these days may belong to an earlier transfer,
 * but then to an organization that has a transfer of these days too.
 */
export async function entriesNotClosed(tx: Transaction, closedThrough: Sql): Promise<Sql> {
  const [row] = await tx.query<{ isFirst: boolean }>(sql`select ${closedThrough} = '-infinity' as "isFirst"`);
  const since = startOfDay(closedThrough);
  return row?.isFirst
    ? sql`ledger_entries e`
    : sql`(
        select distinct a.organization_id from ledger_transfers t
        cross join lateral (values (t.credit_account_id), (t.debit_account_id)) side (id)
        join ledger_accounts a on a.id = side.id and a.kind = 'organization'
        where t.created_at >= ${since}
      ) o cross join lateral (${entriesSince(sql`o.organization_id`, since)}) e`;
}

/** Adds up the entries of the days that were not added up yet, before the checkpoint is moved to `through`. */
export async function rollUpEntries(tx: Transaction, through: string): Promise<void> {
  const entries = await entriesNotClosed(tx, entriesClosedThrough);
  await tx.query(sql`
    insert into ledger_entry_totals (organization_id, day, currency, kind, in_count, out_count, in_minor, out_minor)
    select e.organization_id, ${entryDay}, e.currency, e.kind, ${sums}
    from ${entries} where e.created_at < ${startOfDay(sql`${through}::date`)}
    group by e.organization_id, ${entryDay}, e.currency, e.kind
    on conflict (organization_id, day, currency, kind) do update set in_count = excluded.in_count,
      out_count = excluded.out_count, in_minor = excluded.in_minor, out_minor = excluded.out_minor`);
}

export async function selectEntryTotalFaults(db: Queries): Promise<string[]> {
  const faults = await db.query<{ what: string }>(sql`
    select 'entry totals of organization ' || organization_id || ' on ' || day || ' (' || kind || ') make +'
      || coalesce(t.in_minor, 0) || ' -' || coalesce(t.out_minor, 0) || ', its entries +' || coalesce(e.in_minor, 0)
      || ' -' || coalesce(e.out_minor, 0) as what
    from (
      select e.organization_id, ${entryDay} as day, e.currency, e.kind, ${sums} from ledger_entries e
      where e.created_at < ${startOfDay(entriesClosedThrough)} group by 1, 2, 3, 4
    ) e
    full join (select * from ledger_entry_totals where day < ${entriesClosedThrough}) t using (organization_id, day, currency, kind)
    where (e.in_count, e.out_count, e.in_minor, e.out_minor)
      is distinct from (t.in_count::bigint, t.out_count::bigint, t.in_minor::numeric, t.out_minor::numeric)
    limit 100`);
  return faults.map(({ what }) => what);
}
