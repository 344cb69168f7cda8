import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { handle, jobKind, openQueue } from './queue.ts';

const errand = jobKind<{ name: string }>('errand', { retryDelaySeconds: 0 });

test('a hanging job does not delay the stop, and is run by another process when its claim has lapsed', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  onTestFinished(remove);
  const options = { kinds: [errand], isWorker: true, onError: () => {}, stopTimeoutMs: 1000, superviseSeconds: 1 };
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
  const state = async () =>
    (await db.queryText("select state from pgboss.job where name = 'errand'")).rows.map((row) => row.state);
  expect(await state()).toEqual(['active']);

  await db.queryText("update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'");
  const other = await openQueue(db, options);
  onTestFinished(() => other.stop());
  await other.work([handle(errand, async () => {})]);
  await expect.poll(state, { timeout: 20_000 }).toEqual(['completed']);
});
