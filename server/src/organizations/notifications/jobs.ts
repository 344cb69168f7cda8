import type { Database } from '../../platform/db/database.ts';
import { everyMinute, everyNight, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import { foldBursts } from './fold-bursts.ts';
import { followEvents } from './follow-events.ts';
import { deleteOldNotifications } from './store.ts';

export const notificationFollowing = jobKind<object>('notification-following', { concurrency: 1 });
export const notificationFolding = jobKind<object>('notification-folding', { concurrency: 1 });
export const notificationCleanup = jobKind<object>('organization-letter-cleanup', { concurrency: 1 });

const retentionDays = 180;

export function notificationJobs(db: Database): JobHandler[] {
  return [
    everyMinute(notificationFollowing, () => followEvents(db)),
    everyMinute(notificationFolding, () => foldBursts(db)),
    everyNight(notificationCleanup, async () => {
      while (await deleteOldNotifications(db, retentionDays));
    }),
  ];
}
