import type { AdminBankReturn } from '@kazna/contract/admin/bank-returns';
import type { Closing } from '@kazna/contract/cabinet/account-closure';
import type { BankReturn, BankReturnStatus } from '@kazna/contract/cabinet/bank-returns';
import type { Currency } from '@kazna/contract/shared/money';
import { nameForStaff } from '../../organizations/reads.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';

export interface BankReturnRow {
  id: string;
  organizationId: string;
  amountMinor: number;
  currency: Currency;
  status: BankReturnStatus;
}

export async function insertBankReturn(
  tx: Transaction,
  row: Omit<BankReturnRow, 'status'> & { comment: string | null; requestedBy: string },
): Promise<void> {
  const { id, organizationId, amountMinor, currency, comment, requestedBy } = row;
  await tx.query(sql`
    insert into bank_returns (id, organization_id, currency, amount_minor, comment, requested_by)
    values (${id}, ${organizationId}, ${currency}, ${amountMinor}, ${comment}, ${requestedBy})`);
}

export async function countPending(db: Queries, organizationId: string, currency: Currency): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from bank_returns
    where organization_id = ${organizationId} and currency = ${currency} and status = 'pending'`);
  return row?.count ?? 0;
}

export async function findBankReturn(db: Queries, id: string): Promise<BankReturnRow | null> {
  const [row] = await db.query<BankReturnRow>(sql`
    select id, organization_id as "organizationId", amount_minor::float8 as "amountMinor", currency, status
    from bank_returns where id = ${id}`);
  return row ?? null;
}

type Decision = { decidedBy: string } & (
  | { status: 'returned'; orderNumber: string }
  | { status: 'declined'; reason: string }
);

/** False when it was decided before: of any number of deciders one does it. */
export async function decide(tx: Transaction, id: string, decision: Decision): Promise<boolean> {
  const { status, decidedBy } = decision;
  const orderNumber = status === 'returned' ? decision.orderNumber : null;
  const reason = status === 'declined' ? decision.reason : null;
  const rows = await tx.query(sql`
    update bank_returns set status = ${status}, order_number = ${orderNumber}, reason = ${reason},
      decided_by = ${decidedBy}, decided_at = business_now()
    where id = ${id} and status = 'pending' returning id`);
  return rows.length > 0;
}

const nameOf = (actor: Sql) => sql`(select u.name from users u where u.id = ${actor} and u.deleted_at is null)`;
const columns = sql`
  r.id, r.amount_minor::float8 as "amountMinor", r.currency, r.status, r.comment,
  ${nameOf(sql`r.requested_by`)} as "requestedBy", r.order_number as "orderNumber", r.reason,
  r.created_at as "createdAt", r.decided_at as "decidedAt"`;

export function selectBankReturns(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<BankReturn[]> {
  // An id of another organization selects nothing.
  const after = sql`r.id < (select c.id from bank_returns c
    where c.id = ${cursor ?? null} and c.organization_id = ${organizationId})`;
  return db.query<BankReturn>(sql`
    select ${columns} from bank_returns r
    where r.organization_id = ${organizationId} and ${allOf(cursor && after)}
    order by r.id desc limit ${limit + 1}`);
}

const maxAccounts = 5;
/** A payer changes the spelling of its name, not its account. */
const accounts = sql`
  coalesce((
    select json_agg(json_build_object('payer', a.payer_name, 'inn', a.payer_inn, 'account', a.payer_account,
      'bik', a.payer_bik, 'lastDay', a.day) order by a.receipt_id desc)
    from (
      select * from (
        select distinct on (d.payer_account) d.payer_account, d.payer_name, d.payer_inn, d.payer_bik, d.day::text,
          b.id as receipt_id
        from bank_receipts b join bank_statement_documents d on d.id = b.document_id
        where b.organization_id = r.organization_id and b.status = 'credited'
        order by d.payer_account, b.id desc
      ) last order by receipt_id desc limit ${maxAccounts}
    ) a
  ), '[]') as accounts`;

export function selectAllBankReturns(
  db: Queries,
  { status, limit, cursor }: PageRequest & { status: BankReturnStatus },
): Promise<AdminBankReturn[]> {
  const isPending = status === 'pending';
  const after = cursor && (isPending ? sql`id > ${cursor}` : sql`id < ${cursor}`);
  const order = (column: Sql) => (isPending ? sql`${column} asc` : sql`${column} desc`);
  return db.query<AdminBankReturn>(sql`
    select ${columns}, o.id as "organizationId", ${nameForStaff} as "organizationName", o.inn,
      ${nameOf(sql`r.decided_by`)} as "decidedBy", ${accounts}
    from (
      select * from bank_returns where ${allOf(sql`status = ${status}`, after)} order by ${order(sql`id`)} limit ${limit + 1}
    ) r
    join organizations o on o.id = r.organization_id
    order by ${order(sql`r.id`)}`);
}

/** Returns stay for accounting, without what the person wrote. */
export async function anonymizeReturns(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`
    update bank_returns set comment = null where requested_by = ${userId} and comment is not null`);
}

export interface Returnable {
  currency: Currency;
  returnableMinor: number;
}

/** Returns by bank that wait for a decision, the oldest first. */
export function readUnsettledReturns(db: Queries, organizationId: string): Promise<Closing['unsettled']> {
  return db.query(sql`
    select 'bank_return' as kind, null as "paymentId", amount_minor::float8 as "amountMinor", currency
    from bank_returns where organization_id = ${organizationId} and status = 'pending' order by id limit 20`);
}
