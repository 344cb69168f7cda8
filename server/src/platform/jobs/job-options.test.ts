import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { handle, type JobKind, jobKind, openQueue } from './queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.remove());

const open = (kind: JobKind<{ name: string }>) =>
  openQueue(database.db, { kinds: [kind], isWorker: true, onError: () => {} });

test("a kind's own retries hold for a queue that an earlier version made with others", async () => {
  await (await open(jobKind('errand'))).stop();
  const queue = await open(jobKind('errand', { retryLimit: 2, retryDelaySeconds: 60 }));
  const { rows } = await database.db.queryText(
    "select retry_limit, retry_delay, retry_backoff from pgboss.queue where name = 'errand'",
  );
  expect(rows).toEqual([{ retry_limit: 2, retry_delay: 60, retry_backoff: true }]);
  await queue.stop();
});

test('no more jobs of a kind run at once than its concurrency', async () => {
  const kind = jobKind<{ name: string }>('careful', { concurrency: 2 });
  const queue = await open(kind);
  const done: string[] = [];
  let [running, most] = [0, 0];
  await queue.work([
    handle(kind, async ({ name }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      done.push(name);
    }),
  ]);
  await database.db.transaction(async (tx) => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) await queue.enqueue(tx, kind, { name });
  });
  await expect.poll(() => done.length, { timeout: 15_000 }).toBe(5);
  expect(most).toBe(2);
  await queue.stop();
});
