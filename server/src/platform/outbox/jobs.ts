import type { Database } from '../db/database.ts';
import { everyNight, type JobHandler, longKind } from '../jobs/queue.ts';
import { deleteOldEvents } from './store.ts';

export const eventCleanup = longKind('event-cleanup');
const eventRetentionDays = 30;

export function outboxJobs(db: Database): JobHandler[] {
  return [
    everyNight(eventCleanup, '00:37', async ({ signal }) => {
      while (await deleteOldEvents(db, eventRetentionDays)) signal.throwIfAborted();
    }),
  ];
}
