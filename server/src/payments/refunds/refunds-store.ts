import type { UndecidedCause, UndecidedRefund } from '@kazna/contract/admin/refunds';
import { nameForStaff } from '../../organizations/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { sql } from '../../platform/db/sql.ts';

export interface RefundRow {
  id: string;
  paymentId: string;
  /** That took the payment, and returns it. */
  provider: string;
  amountMinor: number;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string;
  providerRefundId: string | null;
  createdAt: string;
  awaitsDecision: boolean;
  /** Of a charge that was revoked: it never reached the balance, so nothing goes back there either. */
  isReturn: boolean;
}

/**
 * Staff have to decide what became of it: it cannot be settled otherwise, or the provider never answered and its key has
 * expired, so that a repeated call could return the money twice.
 */
export const undecidedRefunds = sql`(
  status = 'pending' and (stuck_reason is not null or provider_refund_id is null
    and asked_at is not null and coalesce(key_expires_at <= now(), true)))`;

const refundColumns = sql`
  id, payment_id as "paymentId", provider, amount_minor::float8 as "amountMinor", status, reason,
  provider_refund_id as "providerRefundId", created_at as "createdAt", ${undecidedRefunds} as "awaitsDecision",
  is_return as "isReturn"`;

export interface NewRefund extends Pick<RefundRow, 'id' | 'paymentId' | 'amountMinor' | 'reason'> {
  requestedBy: string;
  isByStaff: boolean;
}

export async function insertRefund(db: Queries, refund: NewRefund): Promise<void> {
  const { id, paymentId, amountMinor, reason, requestedBy, isByStaff } = refund;
  await db.query(sql`
    insert into refunds (id, payment_id, provider, amount_minor, reason, requested_by, is_by_staff)
    select ${id}, id, provider, ${amountMinor}, ${reason}, ${requestedBy}, ${isByStaff}
    from payments where id = ${paymentId}`);
}

/** Returns false where the payment is being returned already. */
export async function insertReturn(
  db: Queries,
  { id, paymentId, amountMinor, reason, requestedBy }: Omit<NewRefund, 'isByStaff'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into refunds (id, payment_id, provider, amount_minor, reason, requested_by, is_return)
    select ${id}, id, provider, ${amountMinor}, ${reason}, ${requestedBy}, true
    from payments where id = ${paymentId}
    on conflict do nothing returning id`);
  return rows.length > 0;
}

export async function findRefund(db: Queries, id: string): Promise<RefundRow | null> {
  const [row] = await db.query<RefundRow>(sql`select ${refundColumns} from refunds where id = ${id}`);
  return row ?? null;
}

export async function findRefundByProviderId(
  db: Queries,
  provider: string,
  providerId: string,
): Promise<RefundRow | null> {
  const [row] = await db.query<RefundRow>(sql`
    select ${refundColumns} from refunds where provider = ${provider} and provider_refund_id = ${providerId}`);
  return row ?? null;
}

export function selectRefunds(db: Queries, paymentId: string): Promise<RefundRow[]> {
  return db.query<RefundRow>(
    sql`select ${refundColumns} from refunds where payment_id = ${paymentId} order by id limit 200`,
  );
}

/** Notes that the provider is about to be asked; false when it may have been asked before. */
export async function markAsked(db: Queries, id: string, keyLifetimeSeconds: number): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds set asked_at = now(), key_expires_at = now() + make_interval(secs => ${keyLifetimeSeconds})
    where id = ${id} and asked_at is null returning id`);
  return rows.length > 0;
}

/** Leaves the refund to staff. */
export async function markStuck(db: Queries, id: string, reason: UndecidedCause): Promise<void> {
  await db.query(sql`update refunds set stuck_reason = ${reason} where id = ${id} and status = 'pending'`);
}

export async function setProviderRefund(db: Queries, id: string, providerId: string): Promise<void> {
  await db.query(sql`update refunds set provider_refund_id = ${providerId} where id = ${id}`);
}

/** False when it was settled before: of any number of settlers one does it. */
export async function settle(db: Queries, id: string, status: 'succeeded' | 'canceled'): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds set status = ${status}, settled_at = business_now() where id = ${id} and status = 'pending' returning id`);
  return rows.length > 0;
}

/** What has been returned for good, without what the provider still may refuse. */
export async function getReturned(db: Queries, paymentId: string): Promise<number> {
  const [row] = await db.query<{ amountMinor: number }>(sql`
    select coalesce(sum(amount_minor), 0)::float8 as "amountMinor" from refunds
    where payment_id = ${paymentId} and status = 'succeeded'`);
  return row?.amountMinor ?? 0;
}

/** The oldest first: somebody has been waiting for it longest. */
export function selectUndecidedRefunds(db: Queries, { limit, cursor }: PageRequest): Promise<UndecidedRefund[]> {
  return db.query<UndecidedRefund>(sql`
    select r.id, p.id as "paymentId", p.number::float8 as "paymentNumber", o.id as "organizationId", ${nameForStaff} as "organizationName",
      r.amount_minor::float8 as "amountMinor", p.currency, r.reason, r.created_at as "createdAt",
      coalesce(r.stuck_reason, 'provider_silent') as cause
    from (
      select * from refunds where ${undecidedRefunds} and (${cursor ?? null}::uuid is null or id > ${cursor ?? null})
      order by id limit ${limit + 1}
    ) r
    join payments p on p.id = r.payment_id
    join organizations o on o.id = p.organization_id
    order by r.id`);
}
