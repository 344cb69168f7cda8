import { type AllPaymentsFilter, maxCountedRows } from '@kazna/contract/admin/payments';
import type { AdminRefund, AllRefundsFilter } from '@kazna/contract/admin/refunds';
import { parsePaymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type { Currency } from '@kazna/contract/shared/money';
import { matchingOrganizations, nameForStaff } from '../organizations/reads.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, type Sql, sql } from '../platform/db/sql.ts';
import { uuidPattern } from '../platform/db/uuid.ts';
import { conditions, type TotalRow } from './list-store.ts';
import { undecidedRefunds } from './refunds/refunds-store.ts';
import { claimColumn, type PaymentWithReport } from './status-store.ts';
import { paymentColumns } from './store.ts';

/** Expects the payment as `p`. */
function matches(q: string): Sql {
  if (uuidPattern.test(q)) return sql`p.id = ${q} or p.organization_id = ${q}`;
  return sql`p.number = ${parsePaymentNumber(q)} or p.organization_id = any(${matchingOrganizations(q)})`;
}

/**
 * Rows that a search names are collected by its own index, before they are put in order: the order by time has an index
 * that would be walked through everybody's rows in search of one organization's.
 */
function fenced(rows: Sql, isSearched: boolean): Sql {
  return isSearched ? sql`(${rows} offset 0)` : sql`(${rows})`;
}

function foundPayments({ q, organizationId, ...filter }: AllPaymentsFilter): Sql {
  const scope = organizationId ? sql`p.organization_id = ${organizationId}` : sql`true`;
  const where = allOf(conditions(scope, filter), q && matches(q));
  return fenced(sql`select p.* from payments p where ${where}`, Boolean(q || organizationId));
}

export type StaffPaymentRow = PaymentWithReport & { currentName: string };

export function selectPaymentsForStaff(
  db: Queries,
  filter: AllPaymentsFilter,
  { limit, cursor }: PageRequest,
): Promise<StaffPaymentRow[]> {
  const isAfterCursor = sql`(p.created_at, p.id) < (select c.created_at, c.id from payments c where c.id = ${cursor})`;
  return db.query<StaffPaymentRow>(sql`
    select ${paymentColumns}, ${claimColumn}, ${nameForStaff} as "currentName"
    from (
      select * from ${foundPayments(filter)} p where ${allOf(cursor && isAfterCursor)}
      order by p.created_at desc, p.id desc limit ${limit}
    ) p
    join organizations o on o.id = p.organization_id left join users u on u.id = p.created_by
    order by p.created_at desc, p.id desc`);
}

export async function findPaymentForStaff(db: Queries, id: string): Promise<StaffPaymentRow | null> {
  const [row] = await db.query<StaffPaymentRow>(sql`
    select ${paymentColumns}, ${claimColumn}, ${nameForStaff} as "currentName" from payments p
    join organizations o on o.id = p.organization_id left join users u on u.id = p.created_by where p.id = ${id}`);
  return row ?? null;
}

/** One row more than is counted shows that there are more. */
const countedRows = sql`limit ${maxCountedRows + 1}`;

export function selectPaymentTotalsForStaff(db: Queries, filter: AllPaymentsFilter): Promise<TotalRow[]> {
  const sumOf = (statuses: Sql) =>
    sql`coalesce(sum(p.amount_minor) filter (where p.status in (${statuses})), 0)::float8`;
  return db.query<TotalRow>(sql`
    select p.currency, count(*)::int as count, sum(p.refunded_minor)::float8 as "refundedMinor",
      ${sumOf(sql`'succeeded'`)} as "paidMinor", ${sumOf(sql`'pending', 'review'`)} as "pendingMinor",
      ${sumOf(sql`'canceled', 'expired'`)} as "failedMinor"
    from (select p.* from ${foundPayments(filter)} p ${countedRows}) p group by p.currency order by p.currency`);
}

const refundColumns = sql`
  select r.id, r.payment_id, r.amount_minor, r.status, r.reason, r.created_at, r.settled_at, r.requested_by, r.is_by_staff,
    r.awaits_decision, p.number, p.currency, p.method, p.card_last4, p.organization_id
  from (select *, ${undecidedRefunds} as awaits_decision from refunds) r join payments p on p.id = r.payment_id`;

function foundRefunds({ q, organizationId, ...filter }: AllRefundsFilter): Sql {
  const { status, method, currency, from, to, amountMin, amountMax } = filter;
  const where = allOf(
    organizationId && sql`p.organization_id = ${organizationId}`,
    q && (uuidPattern.test(q) ? sql`r.id = ${q} or ${matches(q)}` : matches(q)),
    status && sql`r.status = ${status}`,
    method && sql`p.method = ${method}`,
    currency && sql`p.currency = ${currency}`,
    from && sql`r.created_at >= ${from}`,
    to && sql`r.created_at < ${to}`,
    amountMin !== undefined && sql`r.amount_minor >= ${amountMin}`,
    amountMax !== undefined && sql`r.amount_minor <= ${amountMax}`,
  );
  return fenced(sql`${refundColumns} where ${where}`, Boolean(q || organizationId));
}

export function selectRefundsForStaff(
  db: Queries,
  filter: AllRefundsFilter,
  { limit, cursor }: PageRequest,
): Promise<AdminRefund[]> {
  const isAfterCursor = sql`(r.created_at, r.id) < (select c.created_at, c.id from refunds c where c.id = ${cursor})`;
  return db.query<AdminRefund>(sql`
    select r.id, r.payment_id as "paymentId", r.number::float8 as "paymentNumber", r.organization_id as "organizationId",
      ${nameForStaff} as "organizationName", r.amount_minor::float8 as "amountMinor", r.currency, r.reason,
      r.created_at as "createdAt", r.method, r.card_last4 as "cardLast4", r.status, r.awaits_decision as "awaitsDecision",
      coalesce(u.name, a.name, '') as "requestedBy", r.is_by_staff as "isByStaff", r.settled_at as "settledAt"
    from (
      select * from ${foundRefunds(filter)} r where ${allOf(cursor && isAfterCursor)}
      order by r.created_at desc, r.id desc limit ${limit}
    ) r
    join organizations o on o.id = r.organization_id
    left join users u on u.id = r.requested_by left join actors a on a.id = r.requested_by
    order by r.created_at desc, r.id desc`);
}

export interface RefundTotalRow {
  currency: Currency;
  count: number;
  returnedMinor: number;
  pendingMinor: number;
  canceledMinor: number;
}

export function selectRefundTotalsForStaff(db: Queries, filter: AllRefundsFilter): Promise<RefundTotalRow[]> {
  const sumOf = (status: string) => sql`coalesce(sum(r.amount_minor) filter (where r.status = ${status}), 0)::float8`;
  return db.query<RefundTotalRow>(sql`
    select r.currency, count(*)::int as count, ${sumOf('succeeded')} as "returnedMinor",
      ${sumOf('pending')} as "pendingMinor", ${sumOf('canceled')} as "canceledMinor"
    from (select r.* from ${foundRefunds(filter)} r ${countedRows}) r group by r.currency order by r.currency`);
}
