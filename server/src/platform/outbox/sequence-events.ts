import type { Database, Transaction } from '../db/database.ts';
import { hasUnsequenced, lockSequencer, updatePositions } from './store.ts';

/** Gives every committed event its position. Whoever reads by position calls it first, and misses nothing. */
export async function sequenceEvents(db: Database): Promise<void> {
  let hasMore = await hasUnsequenced(db);
  while (hasMore) {
    hasMore = await db.transaction(async (tx) => {
      await lockSequencer(tx);
      return updatePositions(tx);
    });
  }
}

/** For whoever needs positions inside a transaction, rarely: nobody else numbers events until it ends. */
export async function sequenceEventsWithin(tx: Transaction): Promise<void> {
  await lockSequencer(tx);
  while (await updatePositions(tx));
}
