import type { BankReceipt } from '@kazna/contract/admin/bank-statements';
import type { BankTransfer, BankTransferTotals, TransferFilter } from '@kazna/contract/cabinet/bank-transfers';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { escapeLike } from '../../platform/db/matching-ids.ts';
import { moscowDay, moscowToday, startOfDay } from '../../platform/db/moscow-day.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, opaqueParam, type Sql, sql } from '../../platform/db/sql.ts';
import type { ReceiptRow } from './store.ts';

const columns = sql`id, amount_minor::float8 as "amountMinor", status, organization_id as "organizationId",
  invoice_id as "invoiceId"`;

/** Those of a statement that still count: credited or unidentified. */
export function lockReversibleReceipts(tx: Transaction, statementId: string): Promise<ReceiptRow[]> {
  return tx.query<ReceiptRow>(sql`
    select ${columns} from bank_receipts where statement_id = ${statementId} and status in ('credited', 'unidentified')
    order by id for no key update`);
}

export async function lockReceipt(tx: Transaction, id: string): Promise<ReceiptRow | null> {
  const [row] = await tx.query<ReceiptRow>(sql`
    select ${columns} from bank_receipts where id = ${id} for no key update`);
  return row ?? null;
}

export async function markUndone(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(sql`update bank_receipts set status = 'undone' where id = any(${ids}::uuid[])`);
}

export async function markCredited(
  tx: Transaction,
  { id, organizationId, invoiceId }: Pick<ReceiptRow, 'id' | 'organizationId' | 'invoiceId'>,
): Promise<void> {
  await tx.query(sql`
    update bank_receipts set status = 'credited', organization_id = ${organizationId}, invoice_id = ${invoiceId},
      credited_at = business_now() where id = ${id}`);
}

export async function markReturned(
  tx: Transaction,
  id: string,
  { orderNumber, reason }: { orderNumber: string; reason: string },
): Promise<void> {
  await tx.query(sql`
    update bank_receipts set status = 'returned', return_order = ${orderNumber}, return_reason = ${reason},
      returned_at = business_now() where id = ${id}`);
}

interface ReceiptsRequest extends PageRequest {
  status: 'unidentified' | 'returned';
  q?: string | undefined;
}

type ListedReceipt = Omit<BankReceipt, 'returned'> & {
  returnedAt: string | null;
  orderNumber: string | null;
  reason: string | null;
};

export async function selectReceipts(
  db: Queries,
  { status, q, limit, cursor }: ReceiptsRequest,
): Promise<BankReceipt[]> {
  const pattern = `%${escapeLike(q ?? '')}%`;
  const where = allOf(
    // Literals, so that the partial index of each status is found.
    status === 'returned' ? sql`r.status = 'returned'` : sql`r.status = 'unidentified'`,
    cursor && sql`r.id < ${cursor}`,
    q && sql`d.payer_name ilike ${pattern} or d.purpose ilike ${pattern} or d.payer_inn = ${q} or d.number = ${q}`,
  );
  const rows = await db.query<ListedReceipt>(sql`
    select r.id, r.statement_id as "statementId", r.status, d.number, d.day::text as date,
      r.amount_minor::float8 as "amountMinor", d.payer_name as payer, d.payer_inn as inn, d.purpose,
      r.created_at as "createdAt", r.returned_at as "returnedAt", r.return_order as "orderNumber",
      r.return_reason as reason
    from bank_receipts r join bank_statement_documents d on d.id = r.document_id
    where ${where} order by r.id desc limit ${limit + 1}`);
  return rows.map(({ returnedAt: at, orderNumber, reason, ...receipt }) => ({
    ...receipt,
    returned: at && orderNumber && reason ? { at, orderNumber, reason } : null,
  }));
}

/** Joined with its document `d` and its invoice `i`. */
function creditedTo(organizationId: string, { from, to, amountMin, amountMax, q }: TransferFilter): Sql {
  const pattern = `%${escapeLike(q ?? '')}%`;
  return sql`
    from bank_receipts r
    join bank_statement_documents d on d.id = r.document_id
    left join invoices i on i.id = r.invoice_id
    where r.organization_id = ${organizationId} and r.status = 'credited' and ${allOf(
      from && sql`r.credited_at >= ${from}`,
      to && sql`r.credited_at < ${to}`,
      amountMin !== undefined && sql`r.amount_minor >= ${amountMin}`,
      amountMax !== undefined && sql`r.amount_minor <= ${amountMax}`,
      q && sql`(d.payer_name ilike ${pattern} or d.purpose ilike ${pattern} or upper(i.number) = upper(${q}))`,
    )}`;
}

export function selectTransfersOf(
  db: Queries,
  organizationId: string,
  filter: TransferFilter,
  { limit, cursor }: PageRequest,
): Promise<BankTransfer[]> {
  // An id of another organization selects nothing.
  const after = sql`(r.credited_at, r.id) < (select c.credited_at, c.id from bank_receipts c
    where c.id = ${cursor ?? null} and c.organization_id = ${organizationId})`;
  return db.query<BankTransfer>(sql`
    select r.id, r.amount_minor::float8 as "amountMinor", 'RUB' as currency, d.payer_name as payer, d.purpose,
      i.id as "invoiceId", i.number as "invoiceNumber", r.credited_at as "createdAt"
    ${creditedTo(organizationId, filter)} and ${allOf(cursor && after)}
    order by r.credited_at desc, r.id desc limit ${limit}`);
}

export async function sumTransfersOf(
  db: Queries,
  organizationId: string,
  filter: TransferFilter,
): Promise<BankTransferTotals> {
  const [totals] = await db.query<BankTransferTotals>(sql`
    select count(*)::int as count, coalesce(sum(r.amount_minor), 0)::float8 as "amountMinor", 'RUB' as currency
    ${creditedTo(organizationId, filter)}`);
  return totals as BankTransferTotals;
}

interface ReceiptSum {
  count: number;
  amountMinor: number;
}

/** Credited receipts of the last `days` calendar days in Moscow. An undone one was never anybody's money. */
function within(days: number, organizationId?: string): Sql {
  const owner = organizationId ? sql`and r.organization_id = ${opaqueParam(organizationId)}::uuid` : sql``;
  const start = startOfDay(sql`(${moscowToday} - ${opaqueParam(days)}::int + 1)`);
  return sql`r.status = 'credited' ${owner} and r.credited_at >= ${start}`;
}

const sumColumns = sql`count(*)::int as count, coalesce(sum(r.amount_minor), 0)::float8 as "amountMinor"`;

/** Roubles: statements have no other currency. */
export async function sumReceipts(db: Queries, organizationId: string, days: number): Promise<ReceiptSum> {
  const [sum] = await db.query<ReceiptSum>(sql`
    select ${sumColumns} from bank_receipts r where ${within(days, organizationId)}`);
  return sum as ReceiptSum;
}

/** Who sent the money, the largest sums first. Banks spell the name of one ИНН in several ways: the last one counts. */
export function selectReceiptPayers(
  db: Queries,
  organizationId: string,
  { days, limit }: { days: number; limit: number },
): Promise<(ReceiptSum & { name: string })[]> {
  return db.query(sql`
    select (array_agg(d.payer_name order by r.credited_at desc))[1] as name, ${sumColumns}
    from bank_receipts r join bank_statement_documents d on d.id = r.document_id
    where ${within(days, organizationId)}
    group by coalesce(d.payer_inn, d.payer_name) order by sum(r.amount_minor) desc limit ${opaqueParam(limit)}::int`);
}

/** Of all organizations. */
export function selectReceiptsByDay(db: Queries, days: number): Promise<{ date: string; amountMinor: number }[]> {
  return db.query(sql`
    select to_char(${moscowDay(sql`r.credited_at`)}, 'YYYY-MM-DD') as date, sum(r.amount_minor)::float8 as "amountMinor"
    from bank_receipts r where ${within(days)} group by 1 order by 1`);
}
