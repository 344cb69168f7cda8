import type { Database } from '../../platform/db/database.ts';
import { everyMinute, everyNight, type JobHandler, longKind, scheduledKind } from '../../platform/jobs/queue.ts';
import { foldBursts } from './fold-bursts.ts';
import { followEvents } from './follow-events.ts';
import { deleteOldNotifications } from './store.ts';

export const notificationFollowing = scheduledKind('notification-following');
export const notificationFolding = scheduledKind('notification-folding');
export const notificationCleanup = longKind('organization-letter-cleanup');

const retentionDays = 180;

export function notificationJobs(db: Database): JobHandler[] {
  return [
    everyMinute(notificationFollowing, () => followEvents(db)),
    everyMinute(notificationFolding, () => foldBursts(db)),
    everyNight(notificationCleanup, '01:27', async ({ signal }) => {
      while (await deleteOldNotifications(db, retentionDays)) signal.throwIfAborted();
    }),
  ];
}
