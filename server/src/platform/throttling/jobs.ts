import type { Database } from '../db/database.ts';
import { transactionWithoutTimeouts, withSignal } from '../db/timeouts.ts';
import { everyNight, type JobHandler, longKind } from '../jobs/queue.ts';
import { deleteOldCounters } from './store.ts';

export const throttleCleanup = longKind('throttle-tidying');

export function throttleJobs(db: Database): JobHandler[] {
  return [
    everyNight(throttleCleanup, '00:57', ({ signal }) =>
      transactionWithoutTimeouts(withSignal(db, signal), deleteOldCounters),
    ),
  ];
}
