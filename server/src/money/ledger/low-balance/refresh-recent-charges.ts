import type { Database } from '../../../platform/db/database.ts';
import { nilUuid } from '../../../platform/db/uuid.ts';
import { selectAccountsWithCharges, updateRecentCharges } from './store.ts';

const pageSize = 1000;

/**
 * Drops charges that are older than the forecast looks back. One transaction an account: nobody waits for another's. A
 * balance is not raised by it, so whoever was told that it is low is not told again.
 */
export async function refreshRecentCharges(db: Database, limit = pageSize): Promise<void> {
  let after = nilUuid;
  for (;;) {
    const ids = await selectAccountsWithCharges(db, after, limit);
    for (const id of ids) await db.transaction((tx) => updateRecentCharges(tx, id));
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
