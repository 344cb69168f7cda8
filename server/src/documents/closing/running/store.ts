import type { Queries } from '../../../platform/db/database.ts';
import { allOf, sql } from '../../../platform/db/sql.ts';
import { firstDayOf, nextMonth } from '../periods.ts';

export type Task = 'months' | 'advances';

export async function findLastRun(db: Queries, task: Task): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>(sql`
    select max(day)::text as day from closing_runs where task = ${task}`);
  return row?.day ?? null;
}

/** When the job had been through all organizations of a month; null before. */
export async function findFinish(db: Queries, period: string): Promise<string | null> {
  const [row] = await db.query<{ finishedAt: string }>(sql`
    select finished_at as "finishedAt" from closing_runs where task = 'months' and day = ${firstDayOf(period)}`);
  return row?.finishedAt ?? null;
}

export async function insertRun(db: Queries, task: Task, day: string): Promise<void> {
  await db.query(sql`insert into closing_runs (task, day) values (${task}, ${day}) on conflict do nothing`);
}

/** Organizations with ИНН whose money moved within the month and which have no document of it, by id. */
export async function selectOrganizationsToClose(
  db: Queries,
  period: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct a.organization_id as id
    from ledger_daily_totals t join ledger_accounts a on a.id = t.account_id and a.kind = 'organization'
    join organizations o on o.id = a.organization_id and o.inn is not null
    where t.day >= ${firstDayOf(period)} and t.day < ${firstDayOf(nextMonth(period))} and a.currency = 'RUB'
      and not exists (select from closing_documents d where d.organization_id = a.organization_id
        and d.period = ${period} and d.kind in ('act', 'upd'))
      and ${allOf(cursor && sql`a.organization_id > ${cursor}`)}
    order by 1 limit ${limit}`);
  return rows.map(({ id }) => id);
}
