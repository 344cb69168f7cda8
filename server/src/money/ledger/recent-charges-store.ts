import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { nilUuid } from '../../platform/db/uuid.ts';
import { recentCharges } from './reads.ts';

const defaultSizes = { pageSize: 1000, batchSize: 100 };

/**
 * Drops charges that are older than the forecast looks back. A transaction locks few accounts, so that charges wait for
 * milliseconds. It raises no balance, so no low balance becomes an event again.
 */
export async function refreshRecentCharges(db: Database, { pageSize, batchSize } = defaultSizes): Promise<void> {
  let after = nilUuid;
  for (;;) {
    const page = await selectAccountsWithCharges(db, after, pageSize);
    const stale = page.filter(({ isStale }) => isStale).map(({ id }) => id);
    for (let start = 0; start < stale.length; start += batchSize) {
      await db.transaction((tx) => updateRecentCharges(tx, stale.slice(start, start + batchSize)));
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** The sum stored with an account is stale when charges of it have become older than the forecast looks back. */
function selectAccountsWithCharges(
  db: Queries,
  after: string,
  limit: number,
): Promise<{ id: string; isStale: boolean }[]> {
  return db.query(sql`
    select a.id, a.recent_charges_minor <> ${recentCharges} as "isStale"
    from ledger_accounts a where a.id > ${after} and a.recent_charges_minor > 0 order by a.id limit ${limit}`);
}

/**
 * Locks in the order of all who lock accounts. Lock and update are two statements, so that the second one sees the
 * charges that the first one waited for.
 */
async function updateRecentCharges(tx: Transaction, accountIds: string[]): Promise<void> {
  await tx.query(sql`
    select from ledger_accounts where id = any(${accountIds}::uuid[])
    order by organization_id, kind, currency for no key update`);
  await tx.query(sql`
    update ledger_accounts a set recent_charges_minor = ${recentCharges} where a.id = any(${accountIds}::uuid[])`);
}
