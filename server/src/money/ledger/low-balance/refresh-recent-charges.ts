import type { Database } from '../../../platform/db/database.ts';
import { nilUuid } from '../../../platform/db/uuid.ts';
import { selectAccountsWithCharges, updateRecentCharges } from './store.ts';

const defaultSizes = { pageSize: 1000, batchSize: 100 };

/**
 * Drops charges that are older than the forecast looks back. A transaction locks few accounts, so that charges wait for
 * milliseconds. A balance is not raised by it, so whoever was told that it is low is not told again.
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
