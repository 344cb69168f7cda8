import type { Database } from '../db/database.ts';
import { everyNight, type JobHandler, jobKind } from '../jobs/queue.ts';
import { deleteOldEvents } from './store.ts';

export const eventCleanup = jobKind<object>('event-cleanup');
const eventRetentionDays = 30;

export function outboxJobs(db: Database): JobHandler[] {
  return [
    everyNight(eventCleanup, async () => {
      while (await deleteOldEvents(db, eventRetentionDays));
    }),
  ];
}
