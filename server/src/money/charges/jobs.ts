import type { Database } from '../../platform/db/database.ts';
import { everyMinute, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import { expireHolds } from './holds/expire-holds.ts';

export const holdExpiry = jobKind<object>('hold-expiry', { concurrency: 1, retryLimit: 0 });

export function chargeJobs(db: Database): JobHandler[] {
  return [everyMinute(holdExpiry, () => expireHolds(db))];
}
