import { openDatabase } from '../../src/platform/db/database.ts';
import { handle, openQueue, scheduledKind } from '../../src/platform/jobs/queue.ts';

/** The program of a process that begins one job, notifies its parent and never ends it. */
const onError = (error: Error) => console.error(error);
const db = await openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: '',
  poolSize: 4,
  onConnectionLost: onError,
});
const kind = scheduledKind('errand', { retryDelaySeconds: 0 });
const queue = await openQueue(db, { kinds: [kind], isWorker: true, onError, pollMs: 20 });
await queue.work([
  handle(kind, async () => {
    process.send?.('running');
    await new Promise<void>(() => {});
  }),
]);
await db.transaction((tx) => queue.enqueue(tx, kind, {}));
process.on('disconnect', () => process.exit(1));
