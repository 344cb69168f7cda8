import { announce } from '../platform/db/announce.ts';
import type { Database, Queries } from '../platform/db/database.ts';
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
import { maxJobs, maxMessage } from './max/jobs.ts';
import type { MaxContext } from './max/link-chat.ts';
import { findMaxChat } from './max/links-store.ts';
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

export function notificationJobs(context: LetterContext & { queue: Queue; max: MaxContext | null }): JobHandler[] {
  const { db, queue, max } = context;
  const isLinked = async (queries: Queries, userId: string) => (await findMaxChat(queries, userId)) !== null;
  const channels = { mail: organizationLetter, ...(max && { messenger: { kind: maxMessage, isLinked } }) };
  return [
    everyMinute(letterDispatch, () => dispatchLetters(db, queue, channels)),
    handle(organizationLetter, ({ letterId }) => sendLetter(context, letterId)),
    ...maxJobs(context, max),
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
