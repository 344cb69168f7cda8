import type { MonthlyDocument } from '@kazna/contract/admin/documents';
import type { Document } from '@kazna/contract/cabinet/documents';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay } from '../../platform/db/moscow-day.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { VatRate } from '../vat.ts';
import { type DocumentRow, type ReconciliationData, seriesOf } from './document-data.ts';

const listedColumns = sql`d.id, d.kind, d.number, d.day::text, d.period, d.from_day::text as "from", d.to_day::text as "to",
  d.amount_minor::float8 as "amountMinor", d.currency, d.revision, exists (
    select from closing_documents l where l.series = d.series and l.number = d.number and l.revision > d.revision
  ) as "isSuperseded", d.created_at as "createdAt", null as status, null::float8 as "paidMinor",
  null::timestamptz as "dueAt"`;

const staffColumns = sql`${listedColumns}, d.organization_id as "organizationId", d.vat_minor::float8 as "vatMinor",
  d.data -> 'buyer' ->> 'name' as "buyerName", d.data -> 'buyer' ->> 'inn' as "buyerInn"`;

interface RegisterFilter {
  period: string;
  organizationId?: string | undefined;
}

interface RegisterPage {
  limit: number;
  cursor?: string | undefined;
}

export function selectRegister(db: Queries, filter: RegisterFilter, page: RegisterPage): Promise<MonthlyDocument[]> {
  return db.query<MonthlyDocument>(sql`select ${staffColumns} ${registerOf(filter, page)}`);
}

function registerOf({ period, organizationId }: RegisterFilter, { limit, cursor }: RegisterPage): Sql {
  const where = allOf(
    sql`d.period = ${period}`,
    organizationId && sql`d.organization_id = ${organizationId}`,
    cursor && sql`d.id < ${cursor}`,
  );
  return sql`from closing_documents d where ${where} order by d.id desc limit ${limit}`;
}

/** A row of the register with what books are kept by. */
export type RegisterRow = MonthlyDocument & {
  buyerKpp: string | null;
  vat: VatRate;
  contract: { number: string; day: string } | null;
};

export function selectRegisterRows(db: Queries, filter: RegisterFilter, page: RegisterPage): Promise<RegisterRow[]> {
  return db.query<RegisterRow>(sql`
    select ${staffColumns}, d.data -> 'buyer' ->> 'kpp' as "buyerKpp", (d.data ->> 'vat')::int as vat,
      d.data -> 'buyer' -> 'contract' as contract
    ${registerOf(filter, page)}`);
}

/** The last revision of each document of a month, by number. */
export async function selectLatestOf(db: Queries, period: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct on (series, number) id from closing_documents
    where period = ${period} order by series, number, revision desc`);
  return rows.map(({ id }) => id);
}

export interface RegisterTotal {
  kind: Document['kind'];
  currency: Document['currency'];
  count: number;
  amountMinor: number;
  vatMinor: number;
}

export function selectRegisterTotals(db: Queries, period: string): Promise<RegisterTotal[]> {
  return db.query<RegisterTotal>(sql`
    select kind, currency, count(*)::int as count, sum(amount_minor)::float8 as "amountMinor",
      sum(vat_minor)::float8 as "vatMinor"
    from (
      select distinct on (series, number) * from closing_documents where period = ${period}
      order by series, number, revision desc
    ) last group by kind, currency order by kind, currency`);
}

export async function findListed(db: Queries, id: string): Promise<MonthlyDocument | null> {
  const [row] = await db.query<MonthlyDocument>(
    sql`select ${staffColumns} from closing_documents d where d.id = ${id}`,
  );
  return row ?? null;
}

const rowColumns = sql`d.id, d.organization_id as "organizationId", d.kind, d.number, d.revision, d.day::text,
  d.created_at as "createdAt",
  case when d.revision > 0 then ${moscowDay(sql`d.created_at`)}::text end as "revisedOn", d.source_id as "sourceId",
  d.amount_minor::float8 as "amountMinor", d.vat_minor::float8 as "vatMinor", d.currency, d.data`;

/** Any organization's where none is given. */
export async function findDocument(db: Queries, id: string, organizationId?: string): Promise<DocumentRow | null> {
  const where = allOf(sql`d.id = ${id}`, organizationId && sql`d.organization_id = ${organizationId}`);
  const [row] = await db.query<DocumentRow>(sql`select ${rowColumns} from closing_documents d where ${where}`);
  return row ?? null;
}

/** The first revision, if the month is closed. */
export async function findMonthDocument(db: Queries, organizationId: string, period: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from closing_documents
    where organization_id = ${organizationId} and period = ${period} and kind in ('act', 'upd')
    order by revision desc limit 1`);
  return row?.id ?? null;
}

export async function selectLastRevision(db: Queries, { kind, number }: DocumentRow): Promise<number> {
  const [row] = await db.query<{ revision: number }>(sql`
    select max(revision)::int as revision from closing_documents
    where series = ${seriesOf[kind]} and number = ${number}`);
  return row?.revision ?? 0;
}

export type NewDocument = Omit<DocumentRow, 'revisedOn' | 'createdAt'> & {
  period: string | null;
  from: string | null;
  to: string | null;
  createdBy: string | null;
};

export async function insertDocument(tx: Transaction, document: NewDocument): Promise<void> {
  const { id, organizationId, kind, number, revision, day, period, from, to, sourceId } = document;
  const { amountMinor, vatMinor, currency, data, createdBy } = document;
  await tx.query(sql`
    insert into closing_documents (id, organization_id, kind, series, number, revision, day, period, from_day, to_day,
      source_id, amount_minor, vat_minor, currency, data, created_by)
    values (${id}, ${organizationId}, ${kind}, ${seriesOf[kind]}, ${number}, ${revision}, ${day}, ${period}, ${from},
      ${to}, ${sourceId}, ${amountMinor}, ${vatMinor}, ${currency}, ${data}, ${createdBy})`);
}

export async function findDocumentFile(db: Queries, documentId: string): Promise<Buffer | null> {
  const [row] = await db.query<{ pdf: Buffer }>(sql`
    select pdf from closing_document_files where document_id = ${documentId}`);
  return row?.pdf ?? null;
}

/** The first one stays. */
export async function insertDocumentFile(db: Queries, documentId: string, pdf: Buffer): Promise<void> {
  await db.query(sql`
    insert into closing_document_files (document_id, pdf) values (${documentId}, ${pdf}) on conflict do nothing`);
}

/** Serializes making documents of one organization; nothing else waits for the lock. */
export async function lockDocumentsOf(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('closing_documents:' || ${organizationId}, 0))`);
}

/** A select of the organization's monthly documents as rows of the list, and the month of each. */
export function monthlyRowsOf(organizationId: string): Sql {
  return sql`select ${listedColumns}, coalesce(d.period, to_char(d.day, 'YYYY-MM')) as month
    from closing_documents d where d.organization_id = ${organizationId}`;
}

export interface MonthDocument {
  kind: 'act' | 'upd';
  period: string;
  number: string;
  day: string;
  /** Of each revision. */
  amounts: number[];
}

/** Of each month; revisions share number and date. */
export function selectMonthDocuments(db: Queries, organizationId: string): Promise<MonthDocument[]> {
  return db.query<MonthDocument>(sql`
    select kind, period, number, day::text, json_agg(amount_minor) as amounts
    from closing_documents where organization_id = ${organizationId} and kind in ('act', 'upd')
    group by kind, period, number, day order by period`);
}

/** Reconciliations of the last day. */
export async function countRecentReconciliations(db: Queries, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from closing_documents
    where organization_id = ${organizationId} and kind = 'reconciliation' and created_at > business_now() - interval '1 day'`);
  return row?.count ?? 0;
}

/** The last one made for the same days. */
export async function findLastReconciliation(
  db: Queries,
  organizationId: string,
  from: string,
  to: string,
): Promise<{ id: string; data: ReconciliationData } | null> {
  const [row] = await db.query<{ id: string; data: ReconciliationData }>(sql`
    select id, data from closing_documents where organization_id = ${organizationId} and kind = 'reconciliation'
      and from_day = ${from} and to_day = ${to} order by id desc limit 1`);
  return row ?? null;
}
