import type { Database } from '../db/database.ts';
import { everyNight, type JobHandler, jobKind } from '../jobs/queue.ts';
import { deleteExpired } from './store.ts';

export const idempotencyCleanup = jobKind<object>('idempotency-cleanup');

const batchSize = 5000;

export function idempotencyJobs(db: Database): JobHandler[] {
  return [everyNight(idempotencyCleanup, () => deleteExpiredKeys(db))];
}

/** Small batches lock few rows and stay within the statement timeout. */
export async function deleteExpiredKeys(db: Database, limit = batchSize): Promise<void> {
  while ((await deleteExpired(db, limit)) === limit);
}
