import type { BankReceipt } from '@kazna/contract/admin/bank-statements';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import type { PageRequest } from '../../../platform/db/page.ts';
import { allOf, sql } from '../../../platform/db/sql.ts';
import type { ReceiptRow } from '../store.ts';

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

export async function updateReceipt(tx: Transaction, receipt: Omit<ReceiptRow, 'amountMinor'>): Promise<void> {
  const { id, status, organizationId, invoiceId } = receipt;
  await tx.query(sql`
    update bank_receipts set status = ${status}, organization_id = ${organizationId}, invoice_id = ${invoiceId}
    where id = ${id}`);
}

export function selectUnidentified(db: Queries, { limit, cursor }: PageRequest): Promise<BankReceipt[]> {
  return db.query<BankReceipt>(sql`
    select r.id, r.statement_id as "statementId", r.status, d.number, d.day::text as date,
      r.amount_minor::float8 as "amountMinor", d.payer_name as payer, d.payer_inn as inn, d.purpose,
      r.created_at as "createdAt"
    from bank_receipts r join bank_statement_documents d on d.id = r.document_id
    where r.status = 'unidentified' and ${allOf(cursor && sql`r.id < ${cursor}`)}
    order by r.id desc limit ${limit + 1}`);
}
