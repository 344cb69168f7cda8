import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

/** Of the person's own payments and of those by cards that they saved. A union, so that both are found by an index. */
export async function deletePayerAddress(db: Queries, userId: string): Promise<void> {
  await db.query(sql`update payments set payer_email = null where id in (
    select id from payments where created_by = ${userId}
    union all
    select p.id from payment_methods m join payments p on p.payment_method_id = m.id where m.saved_by = ${userId})`);
}
