import type { Database } from '../db/database.ts';
import { transactionWithoutTimeouts } from '../db/without-timeouts.ts';
import { everyNight, type JobHandler, jobKind } from '../jobs/queue.ts';
import { deleteOldCounters } from './store.ts';

export const throttleCleanup = jobKind<object>('throttle-tidying');

export function throttleJobs(db: Database): JobHandler[] {
  return [everyNight(throttleCleanup, () => transactionWithoutTimeouts(db, deleteOldCounters))];
}
