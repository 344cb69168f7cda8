import { announce } from '../../platform/db/announce.ts';
import type { Database } from '../../platform/db/database.ts';
import { foldAlike } from './store.ts';

/** More of one kind in an hour are shown as one. */
const maxAlike = 5;

export async function foldBursts(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const userId of new Set(await foldAlike(tx, maxAlike))) announce(tx, { userId }, 'notifications');
  });
}
