import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export async function deletePayerAddress(db: Queries, userId: string): Promise<void> {
  await db.query(sql`update payments set payer_email = null where created_by = ${userId}`);
}

/** Takes the name out of the answers that are kept for repeated keys. */
export async function replaceNameInAnswers(db: Queries, userId: string, name: string): Promise<void> {
  await db.query(sql`
    update payment_keys k set answer = k.answer || jsonb_build_object('createdBy', ${name}::text)
    from payments p where p.created_by = ${userId} and k.payment_id = p.id and k.answer is not null`);
}
