import { letterDispatch } from '../../server/src/notifications/jobs.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { openQueue } from '../../server/src/platform/jobs/queue.ts';
import type { RunningProduct } from './product.ts';

/** Letters to members leave once a minute: the product's own job is asked for now, so that nobody waits for the clock. */
export async function dispatchLetters({ databaseUrl }: Pick<RunningProduct, 'databaseUrl'>): Promise<void> {
  const onConnectionLost = () => {};
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost });
  try {
    const queue = await openQueue(db, { kinds: [letterDispatch], isWorker: false, onError: onConnectionLost });
    await db.transaction((tx) => queue.enqueue(tx, letterDispatch, {}));
    await queue.stop();
  } finally {
    await db.close();
  }
}
