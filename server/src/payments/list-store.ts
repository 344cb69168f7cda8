import { cancelDecisions, parsePaymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type {
  PaymentCounts,
  PaymentFilter,
  PaymentGroup,
  PaymentState,
  PaymentStatus,
} from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../platform/db/database.ts';
import { escapeLike } from '../platform/db/matching-ids.ts';
import { firstDayFrom, moscowDay, startOfDay } from '../platform/db/moscow-day.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, inlineLimit, opaqueParam, type Sql, sql } from '../platform/db/sql.ts';
import { type PaymentRow, paymentColumns } from './store.ts';

/** Literals, so that the partial indexes serve a prepared statement too. */
const groupConditions: Record<PaymentGroup, Sql> = {
  paid: sql`p.status = 'succeeded'`,
  waiting: sql`p.status in ('pending', 'review')`,
  failed: sql`p.status in ('canceled', 'expired')`,
  refunded: sql`p.refunded_minor > 0`,
};

function isInState(state: PaymentState | PaymentGroup): Sql {
  if (state in groupConditions) return groupConditions[state as PaymentGroup];
  const isDecided = sql`coalesce(p.reason = any(${cancelDecisions}::text[]), true)`;
  if (state === 'declined') return sql`p.status = 'canceled' and not ${isDecided}`;
  return state === 'canceled' ? sql`p.status = 'canceled' and ${isDecided}` : sql`p.status = ${state}`;
}

/** Whose payments: a condition on the organization of `p`. */
export function conditions(scope: Sql, filter: PaymentFilter): Sql {
  const { status, method, currency, from, to, amountMin, amountMax, q } = filter;
  return allOf(
    scope,
    status && isInState(status),
    method && sql`p.method = ${method}`,
    currency && sql`p.currency = ${currency}`,
    from && sql`p.created_at >= ${from}`,
    to && sql`p.created_at < ${to}`,
    amountMin !== undefined && sql`p.amount_minor >= ${amountMin}`,
    amountMax !== undefined && sql`p.amount_minor <= ${amountMax}`,
    q &&
      sql`p.description ilike ${`%${escapeLike(q)}%`} or p.id::text = ${q.toLowerCase()} or p.number = ${parsePaymentNumber(q)}`,
  );
}

export function selectPayments(
  db: Queries,
  organizationId: string,
  filter: PaymentFilter,
  page: PageRequest,
): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(paymentsOf(sql`${organizationId}`, filter, page));
}

/** Planned once a connection, unlike a list with filters. */
export function selectRecentPayments(db: Queries, organizationId: string, limit: number): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(paymentsOf(sql`${opaqueParam(organizationId)}::uuid`, {}, { limit }));
}

export function paymentsOfCaller(filter: PaymentFilter, page: PageRequest): Sql {
  return paymentsOf(sql`caller.organization_id`, filter, page);
}

function paymentsOf(organizationId: Sql, filter: PaymentFilter, { limit, cursor }: PageRequest): Sql {
  const after = cursor
    ? // Among the organization's own: where a page ends must not show when somebody else's payment was made. `is true`
      // keeps the planner to the primary key: it would take the index of the organization and walk through all of it.
      sql`and (p.created_at, p.id) < (
        select c.created_at, c.id from payments c
        where c.id = ${cursor} and (c.organization_id = ${organizationId}) is true)`
    : sql``;
  // By time first, not by id alone: the primary key could give that order too, and would be walked through everybody's
  // payments in search of an organization that paid long ago.
  return sql`
    select ${paymentColumns} from payments p left join users u on u.id = p.created_by
    where ${conditions(sql`p.organization_id = ${organizationId}`, filter)} ${after}
    order by p.created_at desc, p.id desc ${inlineLimit(limit)}`;
}

export interface TotalRow {
  currency: Currency;
  count: number;
  paidMinor: number;
  refundedMinor: number;
  pendingMinor: number;
  failedMinor: number;
}

export function selectTotals(db: Queries, organizationId: string, filter: PaymentFilter): Promise<TotalRow[]> {
  const sumOf = (...statuses: PaymentStatus[]) =>
    sql`coalesce(sum(c.amount_minor) filter (where c.status = any(${statuses}::text[])), 0)::float8`;
  const owner = sql`p.organization_id = ${organizationId}`;
  return db.query<TotalRow>(sql`
    select c.currency, sum(c.count)::int as count, coalesce((
        select sum(p.refunded_minor) from payments p
        where ${conditions(owner, filter)} and ${groupConditions.refunded} and p.currency = c.currency
      ), 0)::float8 as "refundedMinor", ${sumOf('succeeded')} as "paidMinor",
      ${sumOf('pending', 'review')} as "pendingMinor", ${sumOf('canceled', 'expired')} as "failedMinor"
    from (${isCountedByDay(filter) ? countedPayments(owner, filter) : onePerPayment(conditions(owner, filter))}) c
    group by c.currency having sum(c.count) > 0 order by c.currency`);
}

/** Days know neither amounts, nor texts, nor why a payment was canceled, nor what was refunded. */
function isCountedByDay({ status, amountMin, amountMax, q }: PaymentFilter): boolean {
  const isKnown = status !== 'refunded' && status !== 'canceled' && status !== 'declined';
  return isKnown && amountMin === undefined && amountMax === undefined && !q;
}

/** Totals of the whole days, and the payments before and after these. */
function countedPayments(scope: Sql, { from, to, ...filter }: PaymentFilter): Sql {
  const where = conditions(scope, filter);
  const first = from ? firstDayFrom(sql`${from}::timestamptz`) : sql`'-infinity'::date`;
  const last = to ? sql`greatest(${first}, ${moscowDay(sql`${to}::timestamptz`)})` : sql`'infinity'::date`;
  const before = sql`p.created_at >= ${from} and p.created_at < least(${startOfDay(first)}, ${to ?? 'infinity'}::timestamptz)`;
  const after = sql`p.created_at >= ${startOfDay(last)} and p.created_at < ${to}`;
  return sql`
    select p.currency, p.status, p.count, p.amount_minor from payment_daily_totals p
    where ${where} and p.day >= ${first} and p.day < ${last}
    ${from ? sql`union all ${onePerPayment(sql`${where} and ${before}`)}` : sql``}
    ${to ? sql`union all ${onePerPayment(sql`${where} and ${after}`)}` : sql``}`;
}

function onePerPayment(where: Sql): Sql {
  return sql`select p.currency, p.status, 1 as count, p.amount_minor from payments p where ${where}`;
}

/** Sums of days instead of payments; refunds are not in them, and are rare enough to be counted up to a bound. */
export async function selectCounts(db: Queries, organizationId: string): Promise<PaymentCounts> {
  const countOf = (...statuses: PaymentStatus[]) =>
    sql`coalesce(sum(t.count) filter (where t.status = any(${statuses}::text[])), 0)::int`;
  const [counts] = await db.query<PaymentCounts>(sql`
    select coalesce(sum(t.count), 0)::int as "all", ${countOf('succeeded')} as paid,
      ${countOf('pending', 'review')} as waiting, ${countOf('canceled', 'expired')} as failed, (
        select count(*) from (
          select from payments p where p.organization_id = ${organizationId} and ${groupConditions.refunded} limit 1000
        ) refunded)::int as refunded
    from payment_daily_totals t where t.organization_id = ${organizationId}`);
  return counts as PaymentCounts;
}

export function selectPaymentsByIds(db: Queries, ids: string[]): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(sql`
    select ${paymentColumns} from payments p left join users u on u.id = p.created_by where p.id = any(${ids}::uuid[])`);
}
