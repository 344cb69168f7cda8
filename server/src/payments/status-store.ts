import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { type PaymentRow, paymentColumns } from './store.ts';

/** What the provider says was paid, where that differs from what we asked for. */
export interface ReportedPayment {
  amountMinor: number | null;
  currency: string;
  providerPaymentId: string;
}

export interface PaymentWithReport extends PaymentRow {
  claim: ReportedPayment | null;
}

export const claimColumn = sql`
  case when p.claimed_payment_id is not null then json_build_object('amountMinor', p.claimed_minor,
    'currency', p.claimed_currency, 'providerPaymentId', p.claimed_payment_id) end as claim`;

export interface LockedPayment extends PaymentWithReport {
  isOrganizationOpen: boolean;
  /** Staff canceled it out of review: what the claim says has been seen by them. */
  isCanceledByStaff: boolean;
  /** Neither suspended nor closed. */
  isOrganizationActive: boolean;
}

/**
 * Locks a payment until the transaction ends: what changes it happens one after another. Its organization is locked
 * first, as everywhere, so that closing and deletion, which begin with organizations, never deadlock with us.
 */
export async function lockPayment(tx: Transaction, id: string): Promise<LockedPayment | null> {
  const organization = await lockOrganizationOf(tx, id);
  const payment = organization && (await lockPaymentRow(tx, id));
  if (!payment) return null;
  const { isOpen: isOrganizationOpen, isActive: isOrganizationActive } = organization;
  // A statement of its own: the one that waited for the lock sees no events of whoever had it.
  const isCanceledByStaff = payment.status === 'canceled' && (await hasStaffCanceled(tx, id));
  return { ...payment, isOrganizationOpen, isOrganizationActive, isCanceledByStaff };
}

async function hasStaffCanceled(tx: Queries, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from payment_events where payment_id = ${id} and status = 'canceled' and source = 'operator' limit 1`);
  return rows.length > 0;
}

/** Locks the payment's organization until the transaction ends. Null for no payment. */
async function lockOrganizationOf(tx: Queries, id: string): Promise<{ isOpen: boolean; isActive: boolean } | null> {
  const [row] = await tx.query<{ isOpen: boolean; isActive: boolean }>(sql`
    select o.status <> 'closed' as "isOpen", o.status = 'active' as "isActive" from organizations o
    where o.id = (select organization_id from payments where id = ${id}) for share of o`);
  return row ?? null;
}

async function lockPaymentRow(tx: Queries, id: string): Promise<PaymentWithReport | null> {
  const [row] = await tx.query<PaymentWithReport>(sql`
    select ${paymentColumns}, ${claimColumn} from payments p left join users u on u.id = p.created_by
    where p.id = ${id} for no key update of p`);
  return row ?? null;
}

/** Notes that the provider is about to be asked to charge the saved card. */
export async function setChargeAsked(db: Queries, id: string): Promise<void> {
  await db.query(sql`update payments set charge_asked_at = now() where id = ${id}`);
}

export async function setRevoked(db: Queries, id: string): Promise<void> {
  await db.query(sql`
    update payments set revoked_at = coalesce(revoked_at, now()), provider_method_id = null where id = ${id}`);
}

export async function setReported(db: Queries, id: string, reported: ReportedPayment): Promise<void> {
  await db.query(sql`
    update payments set claimed_minor = ${reported.amountMinor}, claimed_currency = ${reported.currency},
      claimed_payment_id = ${reported.providerPaymentId}
    where id = ${id}`);
}

/** Makes the payment what was really paid, so that no more can be returned than the provider holds. */
export async function setPaid(
  db: Queries,
  id: string,
  { amountMinor, currency, providerPaymentId }: { amountMinor: number; currency: Currency; providerPaymentId: string },
): Promise<void> {
  await db.query(sql`
    update payments set amount_minor = ${amountMinor}, currency = ${currency}, provider_payment_id = ${providerPaymentId}
    where id = ${id}`);
}

/** Whether some automatic top-up has no outcome yet. */
export async function hasTopUpsUnderWay(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`select from payments where is_automatic and status = 'pending' limit 1`);
  return rows.length > 0;
}
