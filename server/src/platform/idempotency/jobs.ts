import type { Database } from '../db/database.ts';
import { withSignal } from '../db/timeouts.ts';
import { everyNight, type JobHandler, longKind } from '../jobs/queue.ts';
import { deleteExpired } from './store.ts';

export const idempotencyCleanup = longKind('idempotency-cleanup');

const batchSize = 5000;

export function idempotencyJobs(db: Database): JobHandler[] {
  return [everyNight(idempotencyCleanup, '00:47', ({ signal }) => deleteExpiredKeys(withSignal(db, signal)))];
}

/** Small batches lock few rows and stay within the statement timeout. */
export async function deleteExpiredKeys(db: Database, limit = batchSize): Promise<void> {
  while ((await deleteExpired(db, limit)) === limit);
}
