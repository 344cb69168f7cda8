import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { moscowDay, startOfDay } from '../../../platform/db/moscow-day.ts';
import { sql } from '../../../platform/db/sql.ts';
import { addDays } from '../../calendar.ts';
import type { Reference } from '../document-data.ts';
import { giveBacksSince, startOf } from '../turnover-store.ts';
import type { LotState } from './lot-book.ts';
import { type Movement, receiptKinds } from './movement.ts';

/**
 * An organization's movements from a day on up to another, without it, oldest first. Charges that follow one another
 * within a day come as one. Money set aside stays the organization's, so holds do not count.
 */
export function selectMovements(
  db: Queries,
  organizationId: string,
  from: string,
  before: string,
): Promise<Movement[]> {
  return db.query<Movement>(sql`
    with entry as (
      select e.transfer_id as id, e.kind, e.source_id, e.seq, e.amount_minor, ${moscowDay(sql`e.created_at`)} as day,
        ${moscowDay(sql`c.created_at`)} as charge_day,
        count(*) filter (where e.kind <> 'charge') over (order by e.created_at, e.seq) as place
      from ledger_entries e
      left join ledger_transfers t on t.id = e.transfer_id and e.kind = 'charge_refund'
        and e.created_at >= ${startOfDay(giveBacksSince)}
      left join ledger_entries c on c.transfer_id = t.undoes_id and c.organization_id = e.organization_id
      where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind not in ('hold', 'hold_release')
        and e.created_at >= ${startOf(from)} and e.created_at < ${startOf(before)}
    )
    select (min(id::text)) as id, kind, case when kind = 'charge' then null else min(source_id::text) end as "sourceId",
      day::text, (min(charge_day) filter (where charge_day < date_trunc('month', day)))::text as "earlierDay",
      sum(amount_minor)::float8 as "amountMinor"
    from entry group by place, kind, day order by place, kind = 'charge', day`);
}

/** Null without entries. */
export async function findFirstDay(db: Queries, organizationId: string): Promise<string | null> {
  const [row] = await db.query<{ day: string }>(sql`
    select ${moscowDay(sql`created_at`)}::text as day from ledger_entries
    where organization_id = ${organizationId} order by created_at, seq limit 1`);
  return row?.day ?? null;
}

export interface LotStateRow {
  day: string;
  state: LotState;
}

/** The last one that is not later than the day. */
export async function findLotState(db: Queries, organizationId: string, day: string): Promise<LotStateRow | null> {
  const [row] = await db.query<LotStateRow>(sql`
    select day::text, state from closing_lot_states where organization_id = ${organizationId} and day <= ${day}
    order by day desc limit 1`);
  return row ?? null;
}

/** Replaces the ones of other days than the first of a month. */
export async function insertLotState(
  tx: Transaction,
  organizationId: string,
  { day, state }: LotStateRow,
): Promise<void> {
  await tx.query(sql`
    with replaced as (
      delete from closing_lot_states
      where organization_id = ${organizationId} and extract(day from day) <> 1 and day < ${day}
    )
    insert into closing_lot_states (organization_id, day, state) values (${organizationId}, ${day}, ${state})
    on conflict (organization_id, day) do update set state = excluded.state`);
}

export interface Receipt {
  transferId: string;
  organizationId: string;
  receivedOn: string;
}

/** Top-ups and bank receipts of the days, both included, that have no advance invoice yet, oldest first. */
export function selectReceiptsOf(
  db: Queries,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<Receipt[]> {
  return db.query<Receipt>(sql`
    select e.transfer_id as "transferId", e.organization_id as "organizationId",
      ${moscowDay(sql`e.created_at`)}::text as "receivedOn"
    from ledger_entries e
    where e.organization_id = ${organizationId} and e.kind = any(${receiptKinds}::text[]) and e.currency = 'RUB'
      and e.created_at >= ${startOf(from)} and e.created_at < ${startOf(addDays(to, 1))}
      and not exists (select from closing_documents d where d.source_id = e.transfer_id)
    order by e.created_at, e.seq`);
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

/**
 * Whether the bank transfer that brought the money was undone; false of other money. The receipt is locked until the
 * transaction ends, so that an undo of its statement comes before or after it as a whole.
 */
export async function lockReceiptUndone(tx: Transaction, transferId: string): Promise<boolean> {
  const [row] = await tx.query<{ isUndone: boolean }>(sql`
    select r.status = 'undone' as "isUndone" from bank_receipts r
    where r.id = (select source_id from ledger_transfers where id = ${transferId}) for share`);
  return row?.isUndone ?? false;
}

/** The last revisions of advance invoices of bank receipts. */
export async function selectInvoicesOfReceipts(db: Queries, receiptIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct on (d.source_id) d.id
    from unnest(${receiptIds}::uuid[]) as receipt (id)
    join ledger_transfers t on t.key in ('bank_receipt:' || receipt.id, 'bank_receipt_assigned:' || receipt.id)
    join closing_documents d on d.source_id = t.id
    order by d.source_id, d.revision desc`);
  return rows.map(({ id }) => id);
}

/** The first revision of each: a correction bears the same number and date. */
export async function selectAdvanceInvoices(db: Queries, transferIds: string[]): Promise<Map<string, Reference>> {
  const rows = await db.query<Reference & { sourceId: string }>(sql`
    select source_id as "sourceId", number, day::text from closing_documents
    where source_id = any(${transferIds}::uuid[]) and revision = 0`);
  return new Map(rows.map(({ sourceId, ...reference }) => [sourceId, reference]));
}
