import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowToday, startOfDay } from '../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { OpenPayment, Share } from './allocate.ts';

const monthOf = (day: Sql) => sql`date_trunc('month', ${day})::date`;

/** The current month is the first one that is settled. */
export async function insertBook(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    insert into receipt_books (organization_id, through_month)
    values (${organizationId}, ${monthOf(sql`${moscowToday} - interval '1 month'`)})
    on conflict do nothing`);
}

/** The last month that is over, for an hour at least: what began before midnight has been committed. */
export async function findClosedMonth(db: Queries): Promise<string> {
  const [row] = await db.query<{ month: string }>(sql`
    select (date_trunc('month', (business_now() - interval '1 hour') at time zone 'Europe/Moscow')
      - interval '1 month')::date::text as month`);
  return (row as { month: string }).month;
}

export async function selectBooksBefore(
  db: Queries,
  month: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ organizationId: string }>(sql`
    select organization_id as "organizationId" from receipt_books
    where through_month < ${month} and organization_id > ${after} order by organization_id limit ${limit}`);
  return rows.map(({ organizationId }) => organizationId);
}

/** False where the organization has no receipts. Lock order: after payments and refunds, before ledger accounts. */
export async function lockBook(tx: Transaction, organizationId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from receipt_books where organization_id = ${organizationId} for update`);
  return rows.length > 0;
}

/** Locks a book whose month is not settled yet. */
export async function lockBookBefore(tx: Transaction, organizationId: string, month: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from receipt_books where organization_id = ${organizationId} and through_month < ${month} for update`);
  return rows.length > 0;
}

export async function setBookMonth(tx: Transaction, organizationId: string, month: string): Promise<void> {
  await tx.query(sql`update receipt_books set through_month = ${month} where organization_id = ${organizationId}`);
}

export async function insertMissingPayments(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    insert into receipt_payments (payment_id, organization_id, has_receipts)
    select p.id, p.organization_id, exists (select from receipts r where r.payment_id = p.id and r.kind = 'advance')
    from payments p
    where p.organization_id = ${organizationId} and p.status = 'succeeded' and p.currency = 'RUB'
      and not exists (select from receipt_payments k where k.payment_id = p.id)
    on conflict do nothing`);
}

/**
 * What the organization had spent by the end of the month of the money that it paid through providers, beyond what is
 * settled: docs/design/receipts.md. Worked out backwards from what is left now, so the statement reads only entries
 * since then, and one with a date of the past counts too.
 */
export async function readUnsettled(tx: Transaction, organizationId: string, month: string): Promise<number> {
  const end = startOfDay(sql`(${month}::date + interval '1 month')::date`);
  const isHold = sql`e.kind in ('hold', 'hold_release', 'hold_capture')`;
  const repaid = sql`coalesce(e.repaid_card_minor, 0)`;
  const card = sql`coalesce(e.card_minor, 0)`;
  const [row] = await tx.query<{ amountMinor: number }>(sql`
    select (
      coalesce((select sum(p.amount_minor - p.refunded_minor) from payments p
        where p.organization_id = ${organizationId} and p.status = 'succeeded' and p.currency = 'RUB'), 0)
      - coalesce((select a.card_minor from ledger_accounts a
        where a.organization_id = ${organizationId} and a.kind = 'organization' and a.currency = 'RUB'), 0)
      + coalesce((select sum(${card} + ${repaid}) from holds h
        join ledger_transfers t on t.key = 'hold:' || h.id
        join ledger_entries e on e.transfer_id = t.id and e.organization_id = h.organization_id
        where h.organization_id = ${organizationId} and h.status = 'open' and h.currency = 'RUB'), 0)
      - coalesce((select sum(case
          when e.kind in ('top_up', 'refund', 'refund_reversal') then e.amount_minor - ${card}
          when ${isHold} then ${repaid} else -${card} end) from ledger_entries e
        where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.created_at >= ${end}), 0)
      - coalesce((select sum(k.settled_minor) from receipt_payments k where k.organization_id = ${organizationId}), 0)
    )::float8 as "amountMinor"`);
  return (row as { amountMinor: number }).amountMinor;
}

/** Oldest first: those that something is left of, or that something was settled of. */
export function selectOpenPayments(
  tx: Transaction,
  organizationId: string,
  { isReturn }: { isReturn: boolean },
): Promise<OpenPayment[]> {
  const isOpen = isReturn ? sql`k.settled_minor > 0` : sql`k.settled_minor < p.amount_minor - p.refunded_minor`;
  return tx.query<OpenPayment>(sql`
    select p.id as "paymentId", p.provider, k.has_receipts as "hasReceipts", k.settled_minor::float8 as "settledMinor",
      (p.amount_minor - p.refunded_minor - k.settled_minor)::float8 as "leftMinor"
    from receipt_payments k join payments p on p.id = k.payment_id
    where k.organization_id = ${organizationId} and ${isOpen} order by p.paid_at, p.id`);
}

/** Below zero takes back. */
export async function addSettled(tx: Transaction, shares: readonly Pick<Share, 'paymentId' | 'amountMinor'>[]) {
  await tx.query(sql`
    update receipt_payments k set settled_minor = k.settled_minor + s."amountMinor"
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as s ("paymentId" uuid, "amountMinor" bigint)
    where k.payment_id = s."paymentId"`);
}

/** Returns 0 for a payment of which nothing was settled yet. */
export async function findSettled(tx: Transaction, paymentId: string): Promise<number> {
  const [row] = await tx.query<{ settledMinor: number }>(sql`
    select settled_minor::float8 as "settledMinor" from receipt_payments where payment_id = ${paymentId}`);
  return row?.settledMinor ?? 0;
}
