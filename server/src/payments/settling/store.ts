import type { Closing } from '@kazna/contract/cabinet/account-closure';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { type PaymentRow, paymentColumns } from '../store.ts';

/** What the provider says was paid, where that differs from what we asked for. */
export interface PaymentClaim {
  amountMinor: number | null;
  currency: string;
  providerPaymentId: string;
}

export interface ClaimedPayment extends PaymentRow {
  claim: PaymentClaim | null;
}

export const claimColumn = sql`
  case when p.claimed_payment_id is not null then json_build_object('amountMinor', p.claimed_minor,
    'currency', p.claimed_currency, 'providerPaymentId', p.claimed_payment_id) end as claim`;

/** Locks the payment's organization until the transaction ends. Null for no payment. */
export async function lockOrganizationOf(
  tx: Queries,
  id: string,
): Promise<{ isOpen: boolean; isActive: boolean } | null> {
  const [row] = await tx.query<{ isOpen: boolean; isActive: boolean }>(sql`
    select o.status <> 'closed' as "isOpen", o.status = 'active' as "isActive" from organizations o
    where o.id = (select organization_id from payments where id = ${id}) for share of o`);
  return row ?? null;
}

export async function lockPaymentRow(tx: Queries, id: string): Promise<ClaimedPayment | null> {
  const [row] = await tx.query<ClaimedPayment>(sql`
    select ${paymentColumns}, ${claimColumn} from payments p left join users u on u.id = p.created_by
    where p.id = ${id} for update of p`);
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

export async function setClaim(db: Queries, id: string, claim: PaymentClaim): Promise<void> {
  await db.query(sql`
    update payments set claimed_minor = ${claim.amountMinor}, claimed_currency = ${claim.currency},
      claimed_payment_id = ${claim.providerPaymentId}
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

export function selectUnsettled(db: Queries, organizationId: string): Promise<Closing['unsettled']> {
  return db.query(sql`
    select case p.status when 'review' then 'review' else 'payment' end as kind, p.id as "paymentId",
      p.amount_minor::float8 as "amountMinor", p.currency
    from payments p where p.organization_id = ${organizationId} and p.status in ('pending', 'review')
    union all
    select 'refund', p.id, r.amount_minor::float8, p.currency
    from refunds r join payments p on p.id = r.payment_id
    where p.organization_id = ${organizationId} and r.status = 'pending'
    order by 2 limit 20`);
}
