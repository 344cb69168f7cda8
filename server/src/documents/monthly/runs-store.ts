import type { Queries } from '../../platform/db/database.ts';
import { moscowDay } from '../../platform/db/moscow-day.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import { addDays, firstDayOf, nextMonth } from '../calendar.ts';
import { receiptKinds } from './advances/movement.ts';
import { startOf } from './turnover-store.ts';

/** `give_backs` revises documents of the months whose charges were given back within a month. */
export type Task = 'months' | 'advances' | 'give_backs';

/** A month by its first day, or the day on which advance invoices are due. */
export interface Step {
  task: Task;
  day: string;
}

export async function findLastRun(db: Queries, task: Task): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>(sql`
    select max(day)::text as day from closing_runs where task = ${task}`);
  return row?.day ?? null;
}

/**
 * Months up to the given one that a task is not through with, from the first that was run: each has a run of
 * `give_backs`, one without a tax period no run of `months`. Before any run, the given one.
 */
export async function selectMonthsToRun(db: Queries, task: Task, through: string): Promise<string[]> {
  const rows = await db.query<{ month: string }>(sql`
    select to_char(m.day, 'YYYY-MM') as month
    from generate_series(
      coalesce((select min(day) from closing_runs where task in (${task}, 'give_backs')), ${firstDayOf(through)}::date)::timestamp,
      ${firstDayOf(through)}::timestamp, interval '1 month') as m (day)
    where not exists (select from closing_runs r where r.task = ${task} and r.day = m.day::date)
    order by m.day`);
  return rows.map(({ month }) => month);
}

/** When the job had been through all organizations of a month; null before. */
export async function findFinish(db: Queries, period: string): Promise<string | null> {
  const [row] = await db.query<{ finishedAt: string }>(sql`
    select finished_at as "finishedAt" from closing_runs where task = 'months' and day = ${firstDayOf(period)}`);
  return row?.finishedAt ?? null;
}

export async function insertRun(db: Queries, { task, day }: Step): Promise<void> {
  await db.query(sql`
    with done as (delete from closing_progress where task = ${task} and day = ${day})
    insert into closing_runs (task, day) values (${task}, ${day}) on conflict do nothing`);
}

/** The last organization of a step that has been gone through; undefined before the first. */
export async function findProgress(db: Queries, { task, day }: Step): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select after_organization_id as id from closing_progress where task = ${task} and day = ${day}`);
  return row?.id;
}

/** Never goes back: two processes may be at the same step. */
export async function updateProgress(db: Queries, { task, day }: Step, organizationId: string): Promise<void> {
  await db.query(sql`
    insert into closing_progress as p (task, day, after_organization_id) values (${task}, ${day}, ${organizationId})
    on conflict (task, day) do update
    set after_organization_id = greatest(p.after_organization_id, excluded.after_organization_id)`);
}

export interface Failure extends Step {
  organizationId: string;
}

/** Returns how often it has failed. Each retry waits twice as long as the one before, up to a day. */
export async function insertFailure(
  db: Queries,
  { task, day, organizationId }: Failure,
  { error, now }: { error: Error; now: Date },
): Promise<number> {
  const [row] = await db.query<{ attempts: number }>(sql`
    insert into closing_failures as f (task, day, organization_id, error, failed_at, retry_at)
    values (${task}, ${day}, ${organizationId}, ${error.message}, ${now}, ${now}::timestamptz + interval '50 minutes')
    on conflict (task, day, organization_id) do update
    set attempts = f.attempts + 1, error = excluded.error, failed_at = excluded.failed_at,
      retry_at = excluded.failed_at + least(interval '50 minutes' * 2 ^ least(f.attempts, 10), interval '23 hours')
    returning attempts`);
  return (row as { attempts: number }).attempts;
}

export async function deleteFailure(db: Queries, { task, day, organizationId }: Failure): Promise<void> {
  await db.query(sql`
    delete from closing_failures where task = ${task} and day = ${day} and organization_id = ${organizationId}`);
}

export function selectFailuresDue(db: Queries, now: Date, limit: number): Promise<Failure[]> {
  return db.query<Failure>(sql`
    select task, day::text, organization_id as "organizationId" from closing_failures
    where retry_at <= ${now} order by retry_at, organization_id limit ${limit}`);
}

/** Of a month's own document and of the advance invoices that were due within it. */
export async function countFailures(db: Queries, period: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(distinct organization_id)::int as count from closing_failures
    where day >= ${firstDayOf(period)} and day < ${firstDayOf(nextMonth(period))}`);
  return row?.count ?? 0;
}

interface OrganizationPage {
  limit: number;
  cursor: string | undefined;
}

/**
 * Organizations with ИНН whose money moved within the month and which have no document of it, by id. `offset 0` keeps the
 * planner from joining: it would read the totals of everybody's month for each page.
 */
export async function selectOrganizationsWithoutDocument(
  db: Queries,
  period: string,
  { limit, cursor }: OrganizationPage,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id from organizations o
    where o.inn is not null and ${allOf(cursor && sql`o.id > ${cursor}`)}
      and exists (
        select from ledger_accounts a join ledger_daily_totals t on t.account_id = a.id
        where a.organization_id = o.id and a.kind = 'organization' and a.currency = 'RUB'
          and t.day >= ${firstDayOf(period)} and t.day < ${firstDayOf(nextMonth(period))} offset 0)
      and not exists (
        select from closing_documents d where d.organization_id = o.id and d.period = ${period}
          and d.kind in ('act', 'upd') offset 0)
    order by o.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Of transfers `t` and the entries `c` of the charges that they undo: given back within the month of earlier ones. */
const isGivenBackIn = (period: string) => sql`
  t.kind = 'charge_refund' and t.created_at >= ${startOf(firstDayOf(period))}
    and t.created_at < ${startOf(firstDayOf(nextMonth(period)))} and c.created_at < ${startOf(firstDayOf(period))}`;

/** Organizations that were given something back in roubles within the month of charges of earlier ones, by id. */
export async function selectOrganizationsGivenBack(
  db: Queries,
  period: string,
  { limit, cursor }: OrganizationPage,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct a.organization_id as id from ledger_transfers t
    join ledger_accounts a on a.id = t.credit_account_id and a.currency = 'RUB'
    join ledger_entries c on c.transfer_id = t.undoes_id and c.organization_id = a.organization_id
    where ${isGivenBackIn(period)} and ${allOf(cursor && sql`a.organization_id > ${cursor}`)}
    order by 1 limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The months of those charges of an organization. Its own refunds are read: everybody's would be read for each. */
export async function selectMonthsGivenBack(db: Queries, organizationId: string, period: string): Promise<string[]> {
  const rows = await db.query<{ month: string }>(sql`
    select distinct to_char(${moscowDay(sql`c.created_at`)}, 'YYYY-MM') as month
    from ledger_entries e
    join ledger_transfers t on t.id = e.transfer_id
    join ledger_entries c on c.transfer_id = t.undoes_id and c.organization_id = e.organization_id
    where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind = 'charge_refund'
      and e.created_at >= ${startOf(firstDayOf(period))} and ${isGivenBackIn(period)}
    order by 1`);
  return rows.map(({ month }) => month);
}

/** Organizations with ИНН that were paid for between the days, both included, by id. */
export async function selectOrganizationsWithReceipts(
  db: Queries,
  { from, to }: { from: string; to: string },
  { limit, cursor }: OrganizationPage,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id from organizations o
    where o.inn is not null and ${allOf(cursor && sql`o.id > ${cursor}`)}
      and exists (
        select from ledger_entries e where e.organization_id = o.id and e.kind = any(${receiptKinds}::text[])
          and e.created_at >= ${startOf(from)} and e.created_at < ${startOf(addDays(to, 1))} offset 0)
    order by o.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
