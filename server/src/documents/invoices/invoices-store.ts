import type { InvoicePayment, InvoiceStatus } from '@kazna/contract/cabinet/documents';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay, moscowToday, startOfDay } from '../../platform/db/moscow-day.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';
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
  when i.paid_minor > 0 then 'partly_paid' when i.due_at < business_now() then 'overdue' else 'open' end`;
const columns = sql`i.id, i.number, i.amount_minor::float8 as "amountMinor", i.paid_minor::float8 as "paidMinor", i.currency,
  ${status} as status, i.created_at as "createdAt", i.due_at as "dueAt"`;

const listedColumns = sql`i.amount_minor::float8 as "amountMinor", i.currency, 0 as revision,
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
      ${startOfDay(sql`(${data.dueDay}::date + 1)`)} - interval '1 second')`);
}

/** Any organization's where none is given. */
export async function findInvoice(db: Queries, id: string, organizationId?: string): Promise<InvoiceRow | null> {
  const where = allOf(sql`i.id = ${id}`, organizationId && sql`i.organization_id = ${organizationId}`);
  const [row] = await db.query<InvoiceRow>(sql`
    select ${columns}, i.organization_id as "organizationId", i.data from invoices i where ${where}`);
  return row ?? null;
}

/** Receipts that were credited for an invoice and not returned, oldest first. */
export function selectInvoicePayments(db: Queries, invoiceId: string): Promise<InvoicePayment[]> {
  return db.query<InvoicePayment>(sql`
    select d.number, d.day::text as day, r.amount_minor::float8 as "amountMinor",
      coalesce((select id from ledger_transfers where key = 'bank_receipt_assigned:' || r.id),
        (select id from ledger_transfers where key = 'bank_receipt:' || r.id)) as "operationId", null as "paymentId"
    from bank_receipts r join bank_statement_documents d on d.id = r.document_id
    where r.invoice_id = ${invoiceId} and r.status = 'credited'
    union all
    select 'К-' || p.number, ${moscowDay(sql`p.paid_at`)}::text, l.counted_minor::float8, t.id, p.id
    from link_invoice_payments l join payments p on p.id = l.payment_id
    join ledger_transfers t on t.key = 'top_up:' || p.id
    where l.invoice_id = ${invoiceId} and l.counted_minor > 0
    order by day, number`);
}

/** The rest to pay of an invoice that was not canceled. */
export async function findPayableInvoice(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<{ number: string; remainingMinor: number } | null> {
  const [row] = await db.query<{ number: string; remainingMinor: number }>(sql`
    select number, (amount_minor - paid_minor)::float8 as "remainingMinor" from invoices
    where id = ${id} and organization_id = ${organizationId} and canceled_at is null and currency = 'RUB'`);
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

/** By the whole number, or its digits: «КЗ-000123», «123». Both use an index. */
export function selectInvoicesByNumber(
  db: Queries,
  q: string,
  { limit, cursor }: PageRequest,
): Promise<(Omit<InvoiceRow, 'data'> & { organizationName: string })[]> {
  const [, digits] = /^(?:[а-я]{1,5}[\s-]?)?0*(\d{1,12})$/i.exec(q.trim()) ?? [];
  if (!digits) return Promise.resolve([]);
  const matches = sql`i.number = any(select p.prefix || '-' || lpad(${digits}, greatest(6, length(${digits})), '0') from (
    select distinct data ->> 'invoicePrefix' as prefix from business_versions) p)`;
  const where = allOf(matches, cursor && sql`i.id < ${cursor}`);
  return db.query(sql`
    select ${columns}, i.organization_id as "organizationId", o.name as "organizationName"
    from invoices i join organizations o on o.id = i.organization_id
    where ${where} order by i.id desc limit ${limit + 1}`);
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
    update invoices set canceled_at = business_now() where id = ${id} and canceled_at is null and paid_minor = 0 returning id`);
  return rows.length > 0;
}

export async function findInvoiceFile(db: Queries, invoiceId: string): Promise<Buffer | null> {
  const [row] = await db.query<{ pdf: Buffer }>(sql`select pdf from invoice_files where invoice_id = ${invoiceId}`);
  return row?.pdf ?? null;
}

/** The first one stays. */
export async function insertInvoiceFile(db: Queries, invoiceId: string, pdf: Buffer): Promise<void> {
  await db.query(sql`
    insert into invoice_files (invoice_id, pdf) values (${invoiceId}, ${pdf}) on conflict do nothing`);
}

/** A select of the organization's invoices as rows of the list of documents, and the month of each. */
export function invoiceRowsOf(organizationId: string): Sql {
  return sql`select i.id, 'invoice' as kind, i.number, i.data ->> 'day' as day, null as period, null as "from", null as "to",
      ${listedColumns}, to_char(${moscowDay(sql`i.created_at`)}, 'YYYY-MM') as month
    from invoices i where i.organization_id = ${organizationId}`;
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

/**
 * Counts money that came for invoices; a negative amount takes it back. Locks in the order of ids, so that two batches
 * never deadlock.
 */
export async function recordPaid(
  tx: Transaction,
  sums: { invoiceId: string | null; amountMinor: number }[],
): Promise<void> {
  const byInvoice = new Map<string, number>();
  for (const { invoiceId, amountMinor } of sums)
    if (invoiceId) byInvoice.set(invoiceId, (byInvoice.get(invoiceId) ?? 0) + amountMinor);
  const ids = [...byInvoice.keys()];
  await tx.query(sql`select from invoices where id = any(${ids}::uuid[]) order by id for no key update`);
  await tx.query(sql`
    update invoices i set paid_minor = i.paid_minor + s.amount
    from unnest(${ids}::uuid[], ${[...byInvoice.values()]}::bigint[]) as s (id, amount) where i.id = s.id`);
}

/** «КЗ-000123». */
export function invoiceNumber(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(6, '0')}`;
}

/** Latin letters that look like Russian ones: people type either. */
const lookalikes: Record<string, string> = Object.fromEntries(
  Array.from('ABCEHKMOPTXY', (latin, index) => [latin, 'АВСЕНКМОРТХУ'.charAt(index)]),
);

const fold = (text: string) =>
  text
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[ABCEHKMOPTXY]/g, (letter) => lookalikes[letter] ?? letter);

/** Up to five letters on their own, then digits; spaces, dashes and «№» between them do not count. */
const numbers = /(?<![\p{L}\p{N}])([А-Я]{1,5})[\s\-–—−_.№N]{0,4}0{0,12}([1-9]\d{0,8})(?!\d)/gu;

/** Everything in a purpose of payment that may be a number of an invoice, as `match_key` has it: «КЗ123». */
export function matchKeysIn(purpose: string): string[] {
  const found = Array.from(fold(purpose).matchAll(numbers), ([, prefix, digits]) => `${prefix}${digits}`);
  return [...new Set(found)];
}

export function matchKeyOf(prefix: string, number: number): string {
  return `${fold(prefix)}${number}`;
}
