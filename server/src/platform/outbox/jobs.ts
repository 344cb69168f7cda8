import type { Database, Transaction } from '../db/database.ts';
import { everyNight, type JobHandler, longKind } from '../jobs/queue.ts';
import { deleteOldEvents, hasUnsequenced, lockSequencer, updatePositions } from './store.ts';

/** Gives every committed event its position. Readers by position call it first, and miss nothing. */
export async function sequenceEvents(db: Database): Promise<void> {
  let hasMore = await hasUnsequenced(db);
  while (hasMore) {
    hasMore = await db.transaction(async (tx) => {
      await lockSequencer(tx);
      return updatePositions(tx);
    });
  }
}

/** For a transaction that needs positions inside, rarely: other numbering of events waits until it ends. */
export async function sequenceEventsWithin(tx: Transaction): Promise<void> {
  await lockSequencer(tx);
  while (await updatePositions(tx));
}

export const eventCleanup = longKind('event-cleanup');
const eventRetentionDays = 30;

export function outboxJobs(db: Database): JobHandler[] {
  return [
    everyNight(eventCleanup, '00:37', async ({ signal }) => {
      while (await deleteOldEvents(db, eventRetentionDays)) signal.throwIfAborted();
    }),
  ];
}
