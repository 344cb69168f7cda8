import type { Database } from '../../platform/db/database.ts';
import { withSignal } from '../../platform/db/timeouts.ts';
import { everyNight, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import { deletePreview, lockPosting, selectOldPreviews } from './store.ts';

export const statementCleanup = longKind('statement-cleanup');

/** A preview that nobody posted for so long is out of date: its file is at hand, and later ones overlap it. */
const keepDays = 30;

export function statementJobs(db: Database): JobHandler[] {
  return [everyNight(statementCleanup, '01:57', ({ signal }) => deleteOldPreviews(withSignal(db, signal)))];
}

/** One transaction a statement, so that posting does not wait for all of them. */
export async function deleteOldPreviews(db: Database): Promise<void> {
  for (const id of await selectOldPreviews(db, keepDays)) {
    await db.transaction(async (tx) => {
      await lockPosting(tx);
      await deletePreview(tx, id);
    });
  }
}
