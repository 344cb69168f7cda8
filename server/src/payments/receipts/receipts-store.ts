import type { ReceiptKind, ReceiptStatus } from '@kazna/contract/cabinet/receipts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { FiscalData, ReceiptLine } from '../providers/provider.ts';

export interface ReceiptRow {
  id: string;
  organizationId: string;
  paymentId: string;
  refundId: string | null;
  kind: ReceiptKind;
  /** «2026-10-01» for October; null for what is not of a month. */
  month: string | null;
  provider: string;
  amountMinor: number;
  settledMinor: number;
  vatCode: number | null;
  lines: ReceiptLine[];
  status: ReceiptStatus;
  reason: string | null;
  isSeparate: boolean;
  attempts: number;
  /** By staff. */
  retries: number;
  isAsked: boolean;
  /** The provider may have forgotten the key of the first call. */
  isKeyExpired: boolean;
  /** So old that the provider would have reported it. */
  isOverdue: boolean;
  providerReceiptId: string | null;
  providerPaymentId: string | null;
  providerRefundId: string | null;
  /** Null once the payer has deleted their account. */
  payerEmail: string | null;
  fiscalDocument: string | null;
  fiscalStorage: string | null;
  fiscalSign: string | null;
  url: string | null;
  registeredAt: string | null;
  createdAt: string;
  /** When the payment was. */
  paidAt: string | null;
}

/** Past it a receipt that the provider never reported goes to staff. */
const overdueAfter = sql`interval '2 days'`;

const columns = sql`
  r.id, r.organization_id as "organizationId", r.payment_id as "paymentId", r.refund_id as "refundId", r.kind,
  r.month::text, r.provider, r.amount_minor::float8 as "amountMinor", r.settled_minor::float8 as "settledMinor",
  r.vat_code as "vatCode", r.lines, r.status, r.reason, r.is_separate as "isSeparate", r.attempts, r.retries,
  r.asked_at is not null as "isAsked", coalesce(r.asked_at < now() - interval '20 hours', false) as "isKeyExpired",
  coalesce(r.asked_at, r.first_due_at) < now() - ${overdueAfter} as "isOverdue",
  r.provider_receipt_id as "providerReceiptId", p.provider_payment_id as "providerPaymentId",
  (select f.provider_refund_id from refunds f where f.id = r.refund_id) as "providerRefundId",
  coalesce(p.payer_email, (select u.email from users u where u.id = p.created_by and u.deleted_at is null))
    as "payerEmail",
  r.fiscal_document as "fiscalDocument", r.fiscal_storage as "fiscalStorage", r.fiscal_sign as "fiscalSign", r.url,
  r.registered_at as "registeredAt", r.created_at as "createdAt",
  p.paid_at as "paidAt"`;

const from = sql`receipts r join payments p on p.id = r.payment_id`;

export interface NewReceipt
  extends Pick<ReceiptRow, 'organizationId' | 'paymentId' | 'kind' | 'amountMinor' | 'lines' | 'isSeparate'> {
  refundId?: string;
  month?: string;
  settledMinor?: number;
  vatCode?: number | null;
  status?: ReceiptStatus;
}

/** Each exists once: a repetition is a no-op. */
export async function insertReceipts(tx: Transaction, receipts: readonly NewReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const rows = receipts.map((receipt) => ({ id: uuidv7(), ...receipt }));
  await tx.query(sql`
    insert into receipts (id, organization_id, payment_id, refund_id, kind, month, provider, amount_minor, settled_minor,
      vat_code, lines, status, is_separate)
    select n.id, n."organizationId", n."paymentId", n."refundId", n.kind, n.month, p.provider, n."amountMinor",
      coalesce(n."settledMinor", 0), n."vatCode", n.lines, coalesce(n.status, 'pending'), n."isSeparate"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, "organizationId" uuid, "paymentId" uuid,
      "refundId" uuid, kind text, month date, "amountMinor" bigint, "settledMinor" bigint, "vatCode" smallint,
      lines jsonb, status text, "isSeparate" boolean)
    join payments p on p.id = n."paymentId"
    on conflict do nothing`);
}

/** With what code of VAT the payments were settled last, which is taken back first. */
export async function selectSettledVat(db: Queries, paymentIds: string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ paymentId: string; vatCode: number }>(sql`
    select distinct on (payment_id) payment_id as "paymentId", vat_code as "vatCode" from receipts
    where payment_id = any(${paymentIds}::uuid[]) and kind = 'settlement' and vat_code is not null
    order by payment_id, month desc`);
  return new Map(rows.map(({ paymentId, vatCode }) => [paymentId, vatCode]));
}

export async function hasAdvance(db: Queries, paymentId: string): Promise<boolean> {
  const rows = await db.query(sql`select from receipts where payment_id = ${paymentId} and kind = 'advance'`);
  return rows.length > 0;
}

export async function findReceipt(db: Queries, id: string): Promise<ReceiptRow | null> {
  const [row] = await db.query<ReceiptRow>(sql`select ${columns} from ${from} where r.id = ${id}`);
  return row ?? null;
}

export async function findRefundReceipt(db: Queries, refundId: string): Promise<ReceiptRow | null> {
  const [row] = await db.query<ReceiptRow>(sql`
    select ${columns} from ${from} where r.refund_id = ${refundId} and r.kind = 'refund'`);
  return row ?? null;
}

/** Of a payment, oldest first; what the provider did not return has none. */
export function selectReceipts(db: Queries, paymentId: string): Promise<ReceiptRow[]> {
  return db.query<ReceiptRow>(sql`
    select ${columns} from ${from} where r.payment_id = ${paymentId} and r.status <> 'canceled' order by r.id limit 200`);
}

/** Leases what is due: a process that dies leaves it to the next run. */
export async function leaseReceipts(db: Queries, limit: number): Promise<ReceiptRow[]> {
  const leased = await db.query<{ id: string }>(sql`
    update receipts set attempts = attempts + 1,
      next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(attempts, 10)))
    where id in (select id from receipts where status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id`);
  const ids = leased.map(({ id }) => id);
  return db.query<ReceiptRow>(sql`select ${columns} from ${from} where r.id = any(${ids}::uuid[]) order by r.id`);
}

/**
 * Before the call, so that a process that dies in the middle of it leaves a trace. Returns false where another worker has
 * asked since the receipt was leased: a provider that is slow outlasts leases.
 */
export async function markAsked(db: Queries, id: string, isRenewed: boolean): Promise<boolean> {
  const [row] = await db.query<{ isFirst: boolean }>(sql`
    with before as (select id, asked_at from receipts where id = ${id} for update)
    update receipts r set asked_at = case when ${isRenewed} then now() else coalesce(before.asked_at, now()) end
    from before where r.id = before.id returning before.asked_at is null as "isFirst"`);
  return row?.isFirst ?? false;
}

export async function setProviderReceipt(db: Queries, id: string, providerReceiptId: string): Promise<void> {
  await db.query(sql`
    update receipts set provider_receipt_id = ${providerReceiptId}
    where id = ${id} and provider_receipt_id is distinct from ${providerReceiptId}`);
}

/** Whether a receipt of ours is known by this id of the provider's. */
export async function selectKnownReceiptIds(db: Queries, provider: string, ids: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select provider_receipt_id as id from receipts
    where provider = ${provider} and provider_receipt_id = any(${ids}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns false where it is registered already. One that failed may turn out to be registered after all. */
export async function setRegistered(db: Queries, id: string, fiscal: FiscalData): Promise<boolean> {
  const { document, storage, sign, url, registeredAt } = fiscal;
  const rows = await db.query(sql`
    update receipts set status = 'registered', reason = null, fiscal_document = ${document},
      fiscal_storage = ${storage}, fiscal_sign = ${sign}, url = ${url},
      registered_at = coalesce(${registeredAt}::timestamptz, business_now())
    where id = ${id} and status in ('pending', 'failed') returning id`);
  return rows.length > 0;
}

export async function setFailed(db: Queries, id: string, reason: string): Promise<boolean> {
  const rows = await db.query(sql`
    update receipts set status = 'failed', reason = ${reason} where id = ${id} and status = 'pending' returning id`);
  return rows.length > 0;
}

/** Begins anew: by a call of its own where the provider failed to make it along with the money. */
export async function setRetried(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update receipts set status = 'pending', reason = null, attempts = 0, retries = retries + 1, next_attempt_at = now(), asked_at = null,
      first_due_at = now(), provider_receipt_id = null,
      is_separate = is_separate or reason is distinct from 'not_reported'
    where id = ${id} and status = 'failed' returning id`);
  return rows.length > 0;
}

/** The refund has its outcome. */
export async function settleWaiting(tx: Transaction, id: string, status: 'pending' | 'canceled'): Promise<void> {
  await tx.query(sql`
    update receipts set status = ${status}, first_due_at = now(), next_attempt_at = now()
    where id = ${id} and status = 'waiting'`);
}
