import type { Database } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { everyHour, everyNight, type JobHandler, longKind, scheduledKind } from '../platform/jobs/queue.ts';
import { cleanUpFiles } from './files.ts';
import { type InboxContext, inboxJobs } from './inbox/read-inbox.ts';
import { announceToAll, notifyOfClosing } from './notify.ts';
import { lockAbandoned, setState } from './requests-store.ts';
import { selectSettings } from './settings-store.ts';
import { type StaffLetterContext, staffLetterJob } from './staff-letter.ts';

export const requestClosing = scheduledKind('request-closing', { retryLimit: 0 });
export const requestFileCleanup = longKind('request-file-cleanup');

const batchSize = 100;

/** Closes requests whose customer has not answered for as many days as staff set. An answer opens them again. */
export async function closeAbandoned(db: Database): Promise<void> {
  const { closeAfterDays } = await selectSettings(db);
  if (closeAfterDays === null) return;
  for (;;) {
    const closed = await db.transaction(async (tx) => {
      const requests = await lockAbandoned(tx, closeAfterDays, batchSize);
      for (const request of requests) {
        await setState(tx, request.id, 'closed');
        await notifyOfClosing(tx, request, { sourceId: uuidv7(), isByItself: true });
      }
      for (const organizationId of new Set(requests.map((request) => request.organizationId)))
        await announceToAll(tx, organizationId);
      return requests.length;
    });
    if (closed < batchSize) return;
  }
}

export function supportJobs(context: InboxContext & StaffLetterContext): JobHandler[] {
  return [
    staffLetterJob(context),
    ...inboxJobs(context),
    everyHour(requestClosing, () => closeAbandoned(context.db)),
    everyNight(requestFileCleanup, '02:07', () => cleanUpFiles(context)),
  ];
}
