import type { Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

/**
 * Has the rules of the organizations look at what will be charged soon, until the balance suffices for it. Returns those
 * that have an active rule. Locks none: balances may be locked by then.
 */
export async function askForTopUps(tx: Transaction, organizationIds: string[]): Promise<Set<string>> {
  if (organizationIds.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(sql`
    select organization_id as id from auto_top_ups
    where organization_id = any(${organizationIds}::uuid[]) and status = 'active'`);
  const ids = rows.map(({ id }) => id).sort();
  if (ids.length > 0)
    await tx.query(sql`
      insert into auto_top_up_needs (organization_id) select * from unnest(${ids}::uuid[]) on conflict do nothing`);
  return new Set(ids);
}

export async function deleteNeed(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`delete from auto_top_up_needs where organization_id = ${organizationId}`);
}
