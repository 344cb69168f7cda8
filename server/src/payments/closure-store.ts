import type { Closing } from '@kazna/contract/cabinet/account-closure';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

/** Payments and refunds of the organization whose outcome is not known yet, the oldest first. */
export function listUnsettled(db: Queries, organizationId: string): Promise<Closing['unsettled']> {
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

/**
 * Payments stay for accounting, without the payer's address: the person's own and those by cards that they saved. A
 * union, so that both are found by an index.
 */
export async function anonymizePayer(db: Queries, userId: string): Promise<void> {
  await db.query(sql`update payments set payer_email = null where id in (
    select id from payments where created_by = ${userId}
    union all
    select p.id from payment_methods m join payments p on p.payment_method_id = m.id where m.saved_by = ${userId})`);
}
