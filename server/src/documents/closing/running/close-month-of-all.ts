import type { Database } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { closeMonth } from '../month/close-month.ts';
import { storeFileOf } from '../read-file.ts';
import { selectOrganizationsToClose } from './store.ts';

const batch = 100;
/** Of an organization that needs no document. */
const skipped = ['nothing_to_close', 'buyer_requisites_required', 'not_found'];

/** One transaction an organization. Returns whether all went well; repeated, it makes only what lacks. */
export async function closeMonthOfAll(
  db: Database,
  period: string,
  now: Date,
  onError: (error: Error) => void,
): Promise<boolean> {
  let isWhole = true;
  let cursor: string | undefined;
  for (;;) {
    const ids = await selectOrganizationsToClose(db, period, { limit: batch, cursor });
    for (const organizationId of ids) {
      try {
        const id = await db.transaction((tx) => closeMonth(tx, { organizationId, period, createdBy: null }, now));
        await storeFileOf(db, id);
      } catch (error) {
        if (error instanceof Problem && skipped.includes(error.code)) continue;
        isWhole = false;
        onError(error as Error);
      }
    }
    cursor = ids.at(-1);
    if (ids.length < batch) return isWhole;
  }
}
