import type { Queries, Transaction } from '../../platform/db/database.ts';
import { startOfDay } from '../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { firstDayOf, nextMonth } from '../calendar.ts';

const isSentMonthly = sql`d.kind in ('act', 'upd', 'advance_invoice')`;

/** Of columns of the query around it: revisions since the letter before that of the month, or since the month's end. */
const isRevised = (organizationId: Sql, period: string) => sql`
  d.revision > 0 and d.period < ${period} and d.created_at >= coalesce(
    (select max(l.created_at) from accountant_letters l where l.organization_id = ${organizationId} and l.period < ${period}),
    ${startOfDay(sql`${firstDayOf(nextMonth(period))}::date`)})
  and d.created_at <= coalesce(
    (select l.created_at from accountant_letters l where l.organization_id = ${organizationId} and l.period = ${period}),
    business_now())`;

/**
 * Organizations whose address has agreed, with a document of the month or revisions of earlier ones and without its
 * letter, by id.
 */
export async function selectWaiting(db: Queries, period: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select a.organization_id as id from accountant_addresses a
    where a.confirmed_at is not null
      and not exists (select from accountant_letters l where l.organization_id = a.organization_id and l.period = ${period})
      and exists (select from closing_documents d where d.organization_id = a.organization_id
        and ${isSentMonthly} and (d.period = ${period} or ${isRevised(sql`a.organization_id`, period)}))
    order by a.organization_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** False when the letter of the month was sent before. */
export async function insertLetter(tx: Transaction, organizationId: string, period: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into accountant_letters (organization_id, period) values (${organizationId}, ${period})
    on conflict do nothing returning period`);
  return rows.length > 0;
}

const maxMonthDocuments = 1000;

/** Acts, УПД and advance invoices of a month and the revisions of earlier ones, in their last revisions, the oldest first. */
export function selectMonthDocuments(
  db: Queries,
  organizationId: string,
  period: string,
): Promise<{ id: string; period: string }[]> {
  return db.query(sql`
    select d.id, d.period from closing_documents d
    where d.organization_id = ${organizationId} and ${isSentMonthly}
      and (d.period = ${period} or ${isRevised(sql`d.organization_id`, period)})
      and not exists (select from closing_documents l
        where l.series = d.series and l.number = d.number and l.revision > d.revision)
    order by d.day, d.id limit ${maxMonthDocuments}`);
}
