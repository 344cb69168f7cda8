import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export async function deletePayerAddress(db: Queries, userId: string): Promise<void> {
  await db.query(sql`update payments set payer_email = null 
    where created_by = ${userId}
      or payment_method_id in (select id from payment_methods where saved_by = ${userId})`);
}
