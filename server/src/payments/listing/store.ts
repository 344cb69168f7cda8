import { cancelDecisions, parsePaymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type {
  PaymentCounts,
  PaymentFilter,
  PaymentGroup,
  PaymentState,
  PaymentStatus,
} from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { escapeLike } from '../../platform/db/matching-ids.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, limitTo, type Sql, sql } from '../../platform/db/sql.ts';
import { type ClaimedPayment, claimColumn } from '../settling/store.ts';
import { type PaymentRow, paymentColumns } from '../store.ts';

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

function conditions(organizationId: Sql, filter: PaymentFilter): Sql {
  const { status, method, currency, from, to, amountMin, amountMax, q } = filter;
  return allOf(
    sql`p.organization_id = ${organizationId}`,
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

export function paymentsOfCaller(filter: PaymentFilter, page: PageRequest): Sql {
  return paymentsOf(sql`caller.organization_id`, filter, page);
}

/** Newest first. */
function paymentsOf(organizationId: Sql, filter: PaymentFilter, { limit, cursor }: PageRequest): Sql {
  const after = cursor
    ? // Among the organization's own: where a page ends must not tell when somebody else's payment was made.
      sql`and (p.created_at, p.id) < (
        select c.created_at, c.id from payments c where c.id = ${cursor} and c.organization_id = ${organizationId})`
    : sql``;
  // By time first, not by id alone: the primary key could give that order too, and would be walked through everybody's
  // payments in search of an organization that paid long ago.
  return sql`
    select ${paymentColumns} from payments p left join users u on u.id = p.created_by
    where ${conditions(organizationId, filter)} ${after}
    order by p.created_at desc, p.id desc ${limitTo(limit)}`;
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
    sql`coalesce(sum(p.amount_minor) filter (where p.status = any(${statuses}::text[])), 0)::float8`;
  return db.query<TotalRow>(sql`
    select p.currency, count(*)::int as count, sum(p.refunded_minor)::float8 as "refundedMinor",
      ${sumOf('succeeded')} as "paidMinor", ${sumOf('pending', 'review')} as "pendingMinor",
      ${sumOf('canceled', 'expired')} as "failedMinor"
    from payments p where ${conditions(sql`${organizationId}`, filter)} group by p.currency order by p.currency`);
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

export function selectPaymentsByIds(db: Queries, ids: string[]): Promise<ClaimedPayment[]> {
  return db.query<ClaimedPayment>(sql`
    select ${paymentColumns}, ${claimColumn} from payments p left join users u on u.id = p.created_by where p.id = any(${ids}::uuid[])`);
}
