import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay } from '../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { listedColumns } from './store.ts';

/** A select of the organization's invoices as rows of the list of documents, and the month of each. */
export function invoiceRowsOf(organizationId: string): Sql {
  return sql`select i.id, 'invoice' as kind, i.number, i.data ->> 'day' as day, null as period, null as "from", null as "to",
      ${listedColumns}, to_char(${moscowDay(sql`i.created_at`)}, 'YYYY-MM') as month
    from invoices i where i.organization_id = ${organizationId}`;
}

export interface InvoiceHead {
  number: string;
  amountMinor: number;
  currency: Currency;
}

/** Null unless it is that organization's. */
export async function readInvoiceHead(db: Queries, organizationId: string, id: string): Promise<InvoiceHead | null> {
  const [row] = await db.query<InvoiceHead>(sql`
    select number, amount_minor::float8 as "amountMinor", currency from invoices
    where id = ${id} and organization_id = ${organizationId}`);
  return row ?? null;
}

export function readInvoiceOrigins(
  db: Queries,
  ids: string[],
): Promise<{ id: string; number: string; createdBy: string }[]> {
  return db.query(sql`select id, number, created_by as "createdBy" from invoices where id = any(${ids}::uuid[])`);
}

/** What matching a bank's document needs to know of an invoice. */
export interface InvoiceFacts {
  id: string;
  number: string;
  matchKey: string;
  organizationId: string;
  organizationName: string;
  /** Of the buyer that the document names, not of what the organization says of itself today. */
  buyerInn: string;
  /** Below zero after an overpayment. */
  remainingMinor: number;
  isCanceled: boolean;
  isOrganizationOpen: boolean;
}

const facts = sql`
  select i.id, i.number, i.match_key as "matchKey", i.organization_id as "organizationId", o.name as "organizationName",
    i.data -> 'buyer' ->> 'inn' as "buyerInn", (i.amount_minor - i.paid_minor)::float8 as "remainingMinor",
    i.canceled_at is not null as "isCanceled", o.status <> 'closed' as "isOrganizationOpen"
  from invoices i join organizations o on o.id = i.organization_id`;

export function readInvoicesByKeys(db: Queries, matchKeys: string[]): Promise<InvoiceFacts[]> {
  return db.query<InvoiceFacts>(sql`${facts} where i.match_key = any(${matchKeys}::text[])`);
}

export function readUnpaidInvoicesOf(db: Queries, organizationIds: string[]): Promise<InvoiceFacts[]> {
  return db.query<InvoiceFacts>(sql`
    ${facts} where i.organization_id = any(${organizationIds}::uuid[]) and i.canceled_at is null
      and i.paid_minor < i.amount_minor`);
}

/** Locks those that may still be paid or overpaid until the transaction ends. Returns whose they are. */
export async function lockPayableInvoices(tx: Transaction, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; organizationId: string }>(sql`
    select id, organization_id as "organizationId" from invoices
    where id = any(${ids}::uuid[]) and canceled_at is null order by id for no key update`);
  return new Map(rows.map(({ id, organizationId }) => [id, organizationId]));
}
