import type { InvoiceStatus } from '@kazna/contract/cabinet/documents';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowToday } from '../../platform/db/moscow-day.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import type { InvoiceData } from './invoice-data.ts';

export interface InvoiceRow {
  id: string;
  organizationId: string;
  number: string;
  amountMinor: number;
  paidMinor: number;
  currency: Currency;
  status: InvoiceStatus;
  data: InvoiceData;
  createdAt: string;
  dueAt: string;
}

const status = sql`case when i.canceled_at is not null then 'canceled' when i.paid_minor >= i.amount_minor then 'paid'
  when i.paid_minor > 0 then 'partly_paid' when i.due_at < now() then 'overdue' else 'open' end`;
const columns = sql`i.id, i.number, i.amount_minor::float8 as "amountMinor", i.paid_minor::float8 as "paidMinor", i.currency,
  ${status} as status, i.created_at as "createdAt", i.due_at as "dueAt"`;

export const listedColumns = sql`i.amount_minor::float8 as "amountMinor", i.currency, 0 as revision,
  false as "isSuperseded", i.created_at as "createdAt", ${status} as status, i.paid_minor::float8 as "paidMinor",
  i.due_at as "dueAt"`;

/** Today and the last day to pay, by Moscow's calendar. */
export async function selectInvoiceDays(db: Queries, days: number): Promise<{ day: string; dueDay: string }> {
  const [row] = await db.query<{ day: string; dueDay: string }>(sql`
    select ${moscowToday}::text as day, (${moscowToday} + ${days}::int)::text as "dueDay"`);
  return row as { day: string; dueDay: string };
}

export async function countUnpaidInvoices(db: Queries, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from invoices
    where organization_id = ${organizationId} and canceled_at is null and paid_minor < amount_minor`);
  return row?.count ?? 0;
}

export interface NewInvoice {
  id: string;
  organizationId: string;
  number: string;
  matchKey: string;
  amountMinor: number;
  currency: Currency;
  data: InvoiceData;
  createdBy: string;
}

/** Due at the end of its last day in Moscow. */
export async function insertInvoice(tx: Transaction, invoice: NewInvoice): Promise<void> {
  const { id, organizationId, number, matchKey, amountMinor, currency, data, createdBy } = invoice;
  await tx.query(sql`
    insert into invoices (id, organization_id, number, match_key, amount_minor, currency, data, created_by, due_at)
    values (${id}, ${organizationId}, ${number}, ${matchKey}, ${amountMinor}, ${currency}, ${data}, ${createdBy},
      (${data.dueDay}::date + 1)::timestamp at time zone 'Europe/Moscow' - interval '1 second')`);
}

/** Any organization's where none is given. */
export async function findInvoice(db: Queries, id: string, organizationId?: string): Promise<InvoiceRow | null> {
  const where = allOf(sql`i.id = ${id}`, organizationId && sql`i.organization_id = ${organizationId}`);
  const [row] = await db.query<InvoiceRow>(sql`
    select ${columns}, i.organization_id as "organizationId", i.data from invoices i where ${where}`);
  return row ?? null;
}

export function selectInvoices(
  db: Queries,
  organizationId: string,
  { isUnpaid, limit, cursor }: PageRequest & { isUnpaid: boolean },
): Promise<Omit<InvoiceRow, 'organizationId' | 'data'>[]> {
  const where = allOf(
    sql`i.organization_id = ${organizationId}`,
    isUnpaid && sql`i.canceled_at is null and i.paid_minor < i.amount_minor`,
    cursor && sql`i.id < ${cursor}`,
  );
  return db.query(sql`select ${columns} from invoices i where ${where} order by i.id desc limit ${limit + 1}`);
}

/** Whatever organization it is of. */
export async function findOwner(db: Queries, id: string): Promise<{ organizationId: string; number: string } | null> {
  const [row] = await db.query<{ organizationId: string; number: string }>(sql`
    select organization_id as "organizationId", number from invoices where id = ${id}`);
  return row ?? null;
}

/** False unless it is there, not canceled, and nothing was paid for it. */
export async function markCanceled(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update invoices set canceled_at = now() where id = ${id} and canceled_at is null and paid_minor = 0 returning id`);
  return rows.length > 0;
}

export async function findFile(db: Queries, invoiceId: string): Promise<Buffer | null> {
  const [row] = await db.query<{ pdf: Buffer }>(sql`select pdf from invoice_files where invoice_id = ${invoiceId}`);
  return row?.pdf ?? null;
}

/** The first one stays. */
export async function insertFile(db: Queries, invoiceId: string, pdf: Buffer): Promise<void> {
  await db.query(sql`
    insert into invoice_files (invoice_id, pdf) values (${invoiceId}, ${pdf}) on conflict do nothing`);
}

/** Locks in the order of ids, so that two batches never deadlock. Below zero where a payment was undone. */
export async function addPaid(tx: Transaction, sums: { invoiceId: string; amountMinor: number }[]): Promise<void> {
  const ids = sums.map(({ invoiceId }) => invoiceId);
  await tx.query(sql`select from invoices where id = any(${ids}::uuid[]) order by id for no key update`);
  await tx.query(sql`
    update invoices i set paid_minor = i.paid_minor + s.amount
    from unnest(${ids}::uuid[], ${sums.map(({ amountMinor }) => amountMinor)}::bigint[]) as s (id, amount)
    where i.id = s.id`);
}
