import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

/** What the provider has to remove, stored with the removal here. */
export async function insertRemoval(
  tx: Transaction,
  { provider, providerMethodId }: { provider: string; providerMethodId: string | null },
): Promise<void> {
  if (!providerMethodId) return;
  await tx.query(sql`
    insert into card_removals (id, provider, provider_method_id) values (${uuidv7()}, ${provider}, ${providerMethodId})
    on conflict do nothing`);
}

export interface RemovalRow {
  id: string;
  provider: string;
  providerMethodId: string;
}

/** Leases what is due: a process that dies leaves it to the next run. */
export function leaseRemovals(db: Queries, limit: number): Promise<RemovalRow[]> {
  return db.query<RemovalRow>(sql`
    update card_removals set attempts = attempts + 1,
      next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(attempts, 10)))
    where id in (select id from card_removals where next_attempt_at <= now() order by next_attempt_at limit ${limit}
      for update skip locked)
    returning id, provider, provider_method_id as "providerMethodId"`);
}

export async function deleteRemoval(db: Queries, id: string): Promise<void> {
  await db.query(sql`delete from card_removals where id = ${id}`);
}
