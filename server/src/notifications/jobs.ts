import { announce } from '../platform/db/announce.ts';
import type { Database } from '../platform/db/database.ts';
import {
  everyMinute,
  everyNight,
  handle,
  type JobHandler,
  jobKind,
  longKind,
  type Queue,
  scheduledKind,
} from '../platform/jobs/queue.ts';
import { dispatchLetters, type OrganizationLetter } from './dispatch-letters.ts';
import { followEvents } from './follow-events.ts';
import { deleteOldNotifications, foldAlike } from './notifications-store.ts';
import { type LetterContext, sendLetter } from './send-letter.ts';

export const letterDispatch = scheduledKind('organization-letter-dispatch');
export const organizationLetter = jobKind<OrganizationLetter>('organization-letter');
export const notificationFollowing = scheduledKind('notification-following');
export const notificationFolding = scheduledKind('notification-folding');
export const notificationCleanup = longKind('organization-letter-cleanup');

const retentionDays = 180;
/** More of one kind in an hour are shown as one. */
const maxAlike = 5;

export function notificationJobs(context: LetterContext & { queue: Queue }): JobHandler[] {
  const { db, queue } = context;
  return [
    everyMinute(letterDispatch, () => dispatchLetters(db, queue, organizationLetter)),
    handle(organizationLetter, ({ letterId }) => sendLetter(context, letterId)),
    everyMinute(notificationFollowing, () => followEvents(db, context)),
    everyMinute(notificationFolding, () => foldBursts(db)),
    everyNight(notificationCleanup, '01:27', async ({ signal }) => {
      while (await deleteOldNotifications(db, retentionDays)) signal.throwIfAborted();
    }),
  ];
}

export async function foldBursts(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const userId of new Set(await foldAlike(tx, maxAlike))) announce(tx, { userId }, 'notifications');
  });
}
