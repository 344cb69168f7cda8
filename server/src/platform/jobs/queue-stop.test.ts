import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { handle, jobKind, openQueue } from './queue.ts';

const errand = jobKind<{ name: string }>('errand');

test('a hanging job does not delay the stop, and is retried by another process', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  onTestFinished(remove);
  const options = { kinds: [errand], isWorker: true, onError: () => {}, stopTimeoutMs: 1000 };
  const queue = await openQueue(db, options);
  let isRunning = false;
  const runForever = handle(errand, () => {
    isRunning = true;
    return new Promise<void>(() => {});
  });
  await queue.work([runForever]);
  await db.transaction((tx) => queue.enqueue(tx, errand, { name: 'endless' }));
  await expect.poll(() => isRunning, { timeout: 10_000 }).toBe(true);
  await queue.stop();
  const { rows } = await db.queryText("select state from pgboss.job where name = 'errand'");
  expect(rows).toEqual([{ state: 'retry' }]);
});
