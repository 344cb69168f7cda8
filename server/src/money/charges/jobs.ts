import type { Database } from '../../platform/db/database.ts';
import { everyMinute, type JobHandler, scheduledKind } from '../../platform/jobs/queue.ts';
import { expireHolds } from './holds/expire-holds.ts';

export const holdExpiry = scheduledKind('hold-expiry', { retryLimit: 0 });

export function chargeJobs(db: Database): JobHandler[] {
  return [everyMinute(holdExpiry, () => expireHolds(db))];
}
