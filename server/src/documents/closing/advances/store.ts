import type { Queries } from '../../../platform/db/database.ts';
import { moscowDay } from '../../../platform/db/moscow-day.ts';
import type { PageRequest } from '../../../platform/db/page.ts';
import { allOf, sql } from '../../../platform/db/sql.ts';
import type { Reference } from '../closing-data.ts';
import { startOf } from '../month/store.ts';
import { addDays } from '../periods.ts';
import type { Movement } from './movement.ts';

/**
 * All of an organization's movements up to a day, without it, oldest first. Charges that follow one another within a day
 * come as one. Money set aside stays the organization's, so holds do not count.
 */
export function selectMovements(db: Queries, organizationId: string, before: string): Promise<Movement[]> {
  return db.query<Movement>(sql`
    with entry as (
      select e.transfer_id as id, e.kind, e.source_id, e.seq, e.amount_minor, ${moscowDay(sql`e.created_at`)} as day,
        count(*) filter (where e.kind <> 'charge') over (order by e.created_at, e.seq) as place
      from ledger_entries e
      where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind not in ('hold', 'hold_release')
        and e.created_at < ${startOf(before)}
    )
    select (min(id::text)) as id, kind, case when kind = 'charge' then null else min(source_id::text) end as "sourceId",
      day::text, sum(amount_minor)::float8 as "amountMinor"
    from entry group by place, kind, day order by place, kind = 'charge', day`);
}

export interface Receipt {
  transferId: string;
  organizationId: string;
  receivedOn: string;
}

/** Top-ups and bank receipts of a day that have no advance invoice yet, by their transfers' ids. */
export function selectReceiptsOf(db: Queries, day: string, { limit, cursor }: PageRequest): Promise<Receipt[]> {
  return db.query<Receipt>(sql`
    select t.id as "transferId", a.organization_id as "organizationId", ${day} as "receivedOn"
    from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
    join organizations o on o.id = a.organization_id
    where t.kind in ('top_up', 'bank_receipt') and a.currency = 'RUB' and o.inn is not null
      and t.created_at >= ${startOf(day)} and t.created_at < ${startOf(addDays(day, 1))}
      and not exists (select from closing_documents d where d.source_id = t.id)
      and ${allOf(cursor && sql`t.id > ${cursor}`)}
    order by t.id limit ${limit}`);
}

/** What the payer's document was called: a payment order, or a card payment by our number. */
export async function selectPayments(db: Queries, sourceIds: string[]): Promise<Map<string, Reference>> {
  const rows = await db.query<Reference & { sourceId: string }>(sql`
    select b.id as "sourceId", d.number, d.day::text from bank_receipts b
    join bank_statement_documents d on d.id = b.document_id where b.id = any(${sourceIds}::uuid[])
    union all
    select p.id, 'К-' || p.number, ${moscowDay(sql`p.paid_at`)}::text from payments p
    where p.id = any(${sourceIds}::uuid[]) and p.paid_at is not null`);
  return new Map(rows.map(({ sourceId, ...reference }) => [sourceId, reference]));
}

/** The first revision of each: a correction bears the same number and date. */
export async function selectAdvanceInvoices(db: Queries, transferIds: string[]): Promise<Map<string, Reference>> {
  const rows = await db.query<Reference & { sourceId: string }>(sql`
    select source_id as "sourceId", number, day::text from closing_documents
    where source_id = any(${transferIds}::uuid[]) and revision = 0`);
  return new Map(rows.map(({ sourceId, ...reference }) => [sourceId, reference]));
}
