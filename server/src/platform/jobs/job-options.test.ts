import { PgBoss } from 'pg-boss';
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

test.each([
  { delaySeconds: undefined, isExclusive: false },
  { delaySeconds: 90, isExclusive: true },
])(
  'an enqueued job has the row that pg-boss itself writes, delay $delaySeconds, exclusive $isExclusive',
  async (options) => {
    const { delaySeconds, isExclusive } = options;
    const kind = jobKind<{ name: string }>(`row-${isExclusive}`, { isExclusive, retryLimit: 7 });
    const queue = await openQueue(database.db, { kinds: [kind], isWorker: false, onError: () => {} });
    const boss = new PgBoss({
      db: { executeSql: (text, values) => database.db.queryText(text, values) },
      supervise: false,
      schedule: false,
    });
    await boss.start();
    const take = async () => {
      // In seconds, since each is written at a time of its own.
      const { rows } = await database.db.queryText(
        `delete from pgboss.job where name = $1 returning to_jsonb(job) - '{id,created_on,start_after,keep_until}'::text[]
        || jsonb_build_object('delay', start_after - created_on, 'kept', keep_until - created_on) as row`,
        [kind.name],
      );
      return rows.map(({ row }) => row);
    };
    await boss.send(kind.name, { name: 'same' }, delaySeconds === undefined ? {} : { startAfter: delaySeconds });
    const [theirs] = await take();
    const delay = delaySeconds === undefined ? undefined : { delaySeconds };
    const enqueue = () => database.db.transaction((tx) => queue.enqueue(tx, kind, { name: 'same' }, delay));
    await enqueue();
    if (isExclusive) await enqueue();
    expect(await take()).toEqual([theirs]);
    await boss.stop();
    await queue.stop();
  },
);

const jobColumns = `
    blocked blocking completed_on created_on data dead_letter deletion_seconds expire_seconds group_id
    group_tier heartbeat_on heartbeat_seconds id keep_until name output pending_dependencies policy
    priority retry_backoff retry_count retry_delay retry_delay_max retry_limit singleton_key
    singleton_on source_created_on source_id source_name source_output source_retry_count source_root_id
    start_after started_on state`;
const queueColumns = `
    active_count completed_delta created_delta created_on dead_letter deferred_count deletion_seconds
    delta_on delta_seconds expire_seconds failed_count failed_delta heartbeat_seconds maintain_on
    monitor_claim_on monitor_on name notify partition policy queued_count ready_count ready_history
    retention_seconds retry_backoff retry_delay retry_delay_max retry_limit singletons_active table_name
    total_count updated_on warning_queued`;

test("pg-boss's tables have the columns that enqueued jobs are written by", async () => {
  await (await open(jobKind('columns'))).stop();
  const { rows } = await database.db.queryText(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema = 'pgboss' and table_name in ('job_common', 'queue')
    group by table_name order by table_name`,
  );
  // A version with another column may expect its value in the row that we write.
  expect(rows).toEqual([
    { name: 'job_common', columns: jobColumns.trim().split(/\s+/) },
    { name: 'queue', columns: queueColumns.trim().split(/\s+/) },
  ]);
});

test('a job of a kind without a queue is refused', async () => {
  const queue = await open(jobKind('known'));
  const enqueue = database.db.transaction((tx) =>
    queue.enqueue(tx, jobKind<{ name: string }>('unknown'), { name: '' }),
  );
  await expect(enqueue).rejects.toThrow('there is no queue of unknown');
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
