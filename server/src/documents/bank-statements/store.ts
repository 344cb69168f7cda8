import type { Match, ReceiptStatus } from '@kazna/contract/admin/bank-statements';
import { nameForStaff } from '../../organizations/reads.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay } from '../../platform/db/moscow-day.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import type { StatementFault } from './format/statement.ts';

/** Serializes posting, undoing and assigning: they are rare, and what one of them reads no other changes. */
export async function lockPosting(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('bank_receipts'))`);
}

export interface StatementRow {
  id: string;
  status: 'preview' | 'posted' | 'undone';
  accounts: { number: string; bankName: string | null }[];
  createdAt: string;
  createdBy: string | null;
  firstDay: string | null;
  lastDay: string | null;
  postedAt: string | null;
  undoneAt: string | null;
  faults: StatementFault[];
  balances: { count: number; mismatched: number };
}

const statementColumns = sql`s.id, s.status, s.created_at as "createdAt",
  case when u.deleted_at is null then u.name end as "createdBy", d."firstDay", d."lastDay", s.posted_at as "postedAt",
  s.undone_at as "undoneAt", coalesce((
    select json_agg(json_build_object('number', a.number, 'bankName', (
        select named ->> 'bankName' from business_versions v, jsonb_array_elements(v.data -> 'bankAccounts') named
        where named -> 'bank' ->> 'account' = a.number order by v.version desc limit 1)) order by a.place)
    from unnest(s.accounts) with ordinality a (number, place)), '[]') as accounts`;
const itsDocuments = sql`left join users u on u.id = s.created_by
  cross join lateral (select min(day)::text as "firstDay", max(day)::text as "lastDay",
    count(*) filter (where direction = 'incoming')::int as count,
    coalesce(sum(amount_minor) filter (where direction = 'incoming'), 0)::float8 as sum
    from bank_statement_documents d where d.statement_id = s.id) d`;

export async function findStatement(db: Queries, id: string): Promise<StatementRow | null> {
  const [row] = await db.query<StatementRow>(sql`
    select ${statementColumns}, s.faults,
      json_build_object('count', s.balance_count, 'mismatched', s.balance_mismatch_count) as balances
    from bank_statements s ${itsDocuments} where s.id = ${id}`);
  return row ?? null;
}

type ListedStatement = Omit<StatementRow, 'faults' | 'balances'> & { incomingCount: number; incomingMinor: number };

export function selectStatements(db: Queries, { limit, cursor }: PageRequest): Promise<ListedStatement[]> {
  return db.query<ListedStatement>(sql`
    select ${statementColumns}, d.count as "incomingCount", d.sum as "incomingMinor"
    from (select * from bank_statements s where ${allOf(cursor && sql`s.id < ${cursor}`)} order by id desc
      limit ${limit + 1}) s
    ${itsDocuments}
    order by s.id desc`);
}

interface NewStatement extends Pick<StatementRow, 'id' | 'faults' | 'balances'> {
  sha256: Buffer;
  createdBy: string;
  accounts: string[];
}

export async function insertStatement(
  tx: Transaction,
  { id, sha256, faults, balances, createdBy, accounts }: NewStatement,
): Promise<void> {
  await tx.query(sql`
    insert into bank_statements (id, sha256, faults, balance_count, balance_mismatch_count, created_by, accounts)
    values (${id}, ${sha256}, ${JSON.stringify(faults)}::jsonb, ${balances.count}, ${balances.mismatched}, ${createdBy}, ${accounts})`);
}

export interface DocumentRow {
  id: string;
  line: number;
  direction: 'incoming' | 'outgoing' | 'internal';
  kind: string;
  number: string;
  day: string;
  amountMinor: number;
  payerName: string;
  payerInn: string | null;
  payerAccount: string;
  payerBik: string | null;
  payeeName: string;
  payeeInn: string | null;
  purpose: string;
  /** In hexadecimal. */
  fingerprint: string;
  nearKey: string;
  occurrence: number;
}

export async function insertDocuments(tx: Transaction, statementId: string, rows: DocumentRow[]): Promise<void> {
  await tx.query(sql`
    insert into bank_statement_documents (id, statement_id, place, line, direction, kind, number, day, amount_minor,
      payer_name, payer_inn, payer_account, payer_bik, payee_name, payee_inn, purpose, fingerprint, near_key, occurrence)
    select d.id, ${statementId}, row_number() over (), d.line, d.direction, d.kind, d.number, d.day, d."amountMinor",
      d."payerName", d."payerInn", d."payerAccount", d."payerBik", d."payeeName", d."payeeInn", d.purpose,
      decode(d.fingerprint, 'hex'), decode(d."nearKey", 'hex'), d.occurrence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id uuid, line int, direction text, kind text,
      number text, day date, "amountMinor" bigint, "payerName" text, "payerInn" text, "payerAccount" text,
      "payerBik" text,      "payeeName" text, "payeeInn" text, purpose text, fingerprint text, "nearKey" text, occurrence int)`);
}

export type StoredDocument = DocumentRow & {
  match: Match | null;
  receiptId: string | null;
  receiptStatus: ReceiptStatus | null;
  organizationId: string | null;
  organizationName: string | null;
  invoiceNumber: string | null;
};

export function selectDocuments(db: Queries, statementId: string): Promise<StoredDocument[]> {
  return db.query<StoredDocument>(sql`
    select d.id, d.line, d.direction, d.kind, d.number, d.day::text as day, d.amount_minor::float8 as "amountMinor",
      d.payer_name as "payerName", d.payer_inn as "payerInn", d.payer_account as "payerAccount", d.payer_bik as "payerBik",
      d.payee_name as "payeeName", d.payee_inn as "payeeInn", d.purpose, encode(d.fingerprint, 'hex') as fingerprint,
      encode(d.near_key, 'hex') as "nearKey", d.occurrence, d.match, r.id as "receiptId", r.status as "receiptStatus",
      r.organization_id as "organizationId", ${nameForStaff} as "organizationName", i.number as "invoiceNumber"
    from bank_statement_documents d left join bank_receipts r on r.document_id = d.id
      left join organizations o on o.id = r.organization_id left join invoices i on i.id = r.invoice_id
    where d.statement_id = ${statementId} order by d.place`);
}

export interface KnownReceipt {
  fingerprint: string;
  nearKey: string;
  occurrence: number;
}

/** Receipts that may be one of the documents, by all but what differs between exports. */
export function selectKnownReceipts(db: Queries, nearKeys: string[]): Promise<KnownReceipt[]> {
  return db.query<KnownReceipt>(sql`
    select encode(fingerprint, 'hex') as fingerprint, encode(near_key, 'hex') as "nearKey", occurrence from bank_receipts
    where status <> 'undone' and near_key = any(array(select decode(k, 'hex') from unnest(${nearKeys}::text[]) k))`);
}

export function selectOrganizationsByInn(
  db: Queries,
  inns: string[],
): Promise<{ id: string; name: string; inn: string }[]> {
  return db.query(sql`
    select id, name, inn from organizations where inn = any(${inns}::text[]) and status <> 'closed' order by id`);
}

/** Locks the open ones of the organizations until the transaction ends, so that they are not closed. */
export async function lockOpenOrganizations(tx: Transaction, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(sql`
    select id, name from organizations where id = any(${ids}::uuid[]) and status <> 'closed' order by id for share`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** False unless it stands at `from`. */
export async function updateStatementStatus(
  tx: Transaction,
  id: string,
  from: StatementRow['status'],
  to: 'posted' | 'undone',
): Promise<boolean> {
  const time = to === 'posted' ? sql`posted_at` : sql`undone_at`;
  const rows = await tx.query(sql`
    update bank_statements set status = ${to}, ${time} = business_now() where id = ${id} and status = ${from} returning id`);
  return rows.length > 0;
}

/** Returns the hash of the file, null unless it was not posted. Its documents go with it. */
export async function deletePreview(tx: Transaction, id: string): Promise<string | null> {
  await tx.query(sql`
    delete from bank_statement_documents d using bank_statements s
    where s.id = d.statement_id and s.id = ${id} and s.status = 'preview'`);
  const [row] = await tx.query<{ sha256: string }>(sql`
    delete from bank_statements where id = ${id} and status = 'preview' returning encode(sha256, 'hex') as sha256`);
  return row?.sha256 ?? null;
}

export async function selectOldPreviews(db: Queries, days: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from bank_statements where status = 'preview' and created_at < business_now() - make_interval(days => ${days})
    order by id`);
  return rows.map(({ id }) => id);
}

export async function updateMatches(tx: Transaction, matches: { documentId: string; match: Match }[]): Promise<void> {
  await tx.query(sql`
    update bank_statement_documents d set match = m.match
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m ("documentId" uuid, match jsonb)
    where d.id = m."documentId"`);
}

export interface ReceiptRow {
  id: string;
  amountMinor: number;
  status: ReceiptStatus;
  organizationId: string | null;
  invoiceId: string | null;
}

export type NewReceipt = ReceiptRow & { documentId: string };

export async function insertReceipts(tx: Transaction, statementId: string, receipts: NewReceipt[]): Promise<void> {
  await tx.query(sql`
    insert into bank_receipts (id, document_id, statement_id, fingerprint, occurrence, near_key, amount_minor, status,
      organization_id, invoice_id, credited_at)
    select r.id, d.id, ${statementId}, d.fingerprint, d.occurrence, d.near_key, d.amount_minor, r.status,
      r."organizationId", r."invoiceId", case when r.status = 'credited' then business_now() end
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r (id uuid, "documentId" uuid, status text,
      "organizationId" uuid, "invoiceId" uuid)
    join bank_statement_documents d on d.id = r."documentId" and d.statement_id = ${statementId}`);
}

/** Money may still come to an account that the business left, but not for good: a wrong one may have been entered. */
const formerAccountDays = 90;

export interface OwnAccounts {
  accounts: OwnValue[];
  innsOn: (day: string) => ReadonlySet<string>;
}

interface OwnRow extends OwnValue {
  kind: 'account' | 'inn';
}

/** Accounts and ИНН of the business: those of its requisites, and former ones up to 90 days after they left them. */
export async function readOwnAccounts(db: Queries): Promise<OwnAccounts> {
  const rows = await db.query<OwnRow>(sql`
    with versions as (
      select data, lead(created_at) over (order by version) as ended_at from business_versions
    ), named as (
      select 'inn' as kind, data ->> 'inn' as value, ended_at from versions
      union all
      select 'account', a -> 'bank' ->> 'account', ended_at
      from versions, jsonb_array_elements(data -> 'bankAccounts') a
    )
    select kind, value, case when bool_or(ended_at is null) then null
      else (${moscowDay(sql`max(ended_at)`)} + ${formerAccountDays}::int)::text end as "lastDay"
    from named group by kind, value`);
  const valuesOf = (wanted: OwnRow['kind']) =>
    rows.filter(({ kind }) => kind === wanted).map(({ value, lastDay }) => ({ value, lastDay }));
  return { accounts: valuesOf('account'), innsOn: ownOnDays(valuesOf('inn')) };
}

export interface OwnValue {
  value: string;
  /** Null for what the requisites name now. */
  lastDay: string | null;
}

export type OwnOn = (day: string) => ReadonlySet<string>;

/** What counts as the business's own by the day of a document. A file has thousands of documents and few days. */
export function ownOnDays(values: readonly OwnValue[]): OwnOn {
  const days = new Map<string, ReadonlySet<string>>();
  return (day) => {
    const isOwn = ({ lastDay }: OwnValue) => lastDay === null || day <= lastDay;
    const own = days.get(day) ?? new Set(values.filter(isOwn).map(({ value }) => value));
    days.set(day, own);
    return own;
  };
}
