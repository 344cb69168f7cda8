import type { LinkState, PaymentLink } from '@kazna/contract/cabinet/payment-links';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { sql } from '../../platform/db/sql.ts';

export interface LinkRow {
  id: string;
  organizationId: string;
  /** Null of a person. */
  organizationName: string | null;
  amountMinor: number | null;
  currency: Currency;
  invoiceId: string | null;
  purpose: string;
  state: LinkState;
  expiresAt: string | null;
}

/** A link for a fixed sum has done its work once it was paid; one for any sum goes on. */
const state = sql`case when o.status <> 'active' then 'closed' when l.revoked_at is not null then 'revoked'
  when l.amount_minor is not null and exists (select from payments p
    where p.payment_link_id = l.id and p.status = 'succeeded') then 'paid'
  when l.expires_at <= now() then 'expired' else 'open' end`;

const shownColumns = sql`l.id, l.amount_minor::float8 as "amountMinor", l.currency, l.invoice_id as "invoiceId", l.purpose,
  ${state} as state, l.expires_at as "expiresAt"`;

const columns = sql`${shownColumns}, l.organization_id as "organizationId",
  case when o.kind <> 'person' then o.name end as "organizationName"`;

export interface NewLink extends Pick<LinkRow, 'id' | 'organizationId' | 'amountMinor' | 'invoiceId' | 'purpose'> {
  tokenHash: Buffer;
  expiresAt: string | null;
  createdBy: string;
}

export async function insertLink(tx: Transaction, link: NewLink): Promise<void> {
  const { id, organizationId, tokenHash, amountMinor, invoiceId, purpose, expiresAt, createdBy } = link;
  await tx.query(sql`
    insert into payment_links
      (id, organization_id, token_hash, amount_minor, currency, invoice_id, purpose, expires_at, created_by)
    values (${id}, ${organizationId}, ${tokenHash}, ${amountMinor}, 'RUB', ${invoiceId}, ${purpose}, ${expiresAt},
      ${createdBy})`);
}

export async function findLinkByToken(db: Queries, tokenHash: Buffer): Promise<LinkRow | null> {
  const [row] = await db.query<LinkRow>(sql`
    select ${columns} from payment_links l join organizations o on o.id = l.organization_id
    where l.token_hash = ${tokenHash}`);
  return row ?? null;
}

/** Locks the organization shared, then the link, against closing, suspension and revocation. */
export async function lockLink(tx: Transaction, id: string): Promise<LinkRow | null> {
  await tx.query(sql`
    select from organizations where id = (select organization_id from payment_links where id = ${id}) for share`);
  await tx.query(sql`select from payment_links where id = ${id} for update`);
  const [row] = await tx.query<LinkRow>(sql`
    select ${columns} from payment_links l join organizations o on o.id = l.organization_id where l.id = ${id}`);
  return row ?? null;
}

export async function countOpenLinks(db: Queries, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from payment_links l join organizations o on o.id = l.organization_id
    where l.organization_id = ${organizationId} and ${state} = 'open'`);
  return row?.count ?? 0;
}

export function selectLinks(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<PaymentLink[]> {
  return db.query<PaymentLink>(sql`
    select ${shownColumns}, l.created_at as "createdAt", u.name as "createdBy",
      (select coalesce(sum(p.amount_minor), 0)::float8 from payments p
        where p.payment_link_id = l.id and p.status = 'succeeded') as "paidMinor",
      (select count(*)::int from payments p where p.payment_link_id = l.id and p.status = 'succeeded') as payments
    from payment_links l join organizations o on o.id = l.organization_id left join users u on u.id = l.created_by
    where l.organization_id = ${organizationId} and (${cursor ?? null}::uuid is null or l.id < ${cursor ?? null})
    order by l.id desc limit ${limit + 1}`);
}

/** Returns false where there is no such link, or it was revoked before. */
export async function revokeLink(tx: Transaction, organizationId: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update payment_links set revoked_at = now()
    where id = ${id} and organization_id = ${organizationId} and revoked_at is null returning id`);
  return rows.length > 0;
}

export async function insertInvoicePayment(tx: Transaction, paymentId: string, invoiceId: string): Promise<void> {
  await tx.query(sql`insert into link_invoice_payments (payment_id, invoice_id) values (${paymentId}, ${invoiceId})`);
}

/** Has the invoice counted anew, if the payment came by a link for one: a part of it is returned, or is not after all. */
export async function recountInvoicePayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.query(sql`update link_invoice_payments set counted_at = null where payment_id = ${paymentId}`);
}

export interface UncountedPayment {
  paymentId: string;
  invoiceId: string;
  organizationId: string;
  /** Without what is returned. */
  amountMinor: number;
  /** By how much that differs from what the invoice counts already. */
  changeMinor: number;
}

/**
 * Payments by links whose invoices count something else. Locks them until the transaction ends, and reads only then: a
 * refund that commits in between is seen.
 */
export async function lockUncountedPayments(tx: Transaction, limit: number): Promise<UncountedPayment[]> {
  const locked = await tx.query<{ id: string }>(sql`
    select l.payment_id as id from link_invoice_payments l join payments p on p.id = l.payment_id
    where l.counted_at is null and p.status = 'succeeded' order by l.payment_id limit ${limit} for update of l skip locked`);
  const ids = locked.map(({ id }) => id);
  return tx.query<UncountedPayment>(sql`
    select l.payment_id as "paymentId", l.invoice_id as "invoiceId", p.organization_id as "organizationId",
      (p.amount_minor - p.refunded_minor)::float8 as "amountMinor",
      (p.amount_minor - p.refunded_minor - l.counted_minor)::float8 as "changeMinor"
    from link_invoice_payments l join payments p on p.id = l.payment_id where l.payment_id = any(${ids}::uuid[])`);
}

export async function markCounted(tx: Transaction, payments: UncountedPayment[]): Promise<void> {
  const ids = payments.map(({ paymentId }) => paymentId);
  const sums = payments.map(({ amountMinor }) => amountMinor);
  await tx.query(sql`
    update link_invoice_payments l set counted_at = now(), counted_minor = s.amount
    from unnest(${ids}::uuid[], ${sums}::bigint[]) as s (id, amount) where l.payment_id = s.id`);
}
