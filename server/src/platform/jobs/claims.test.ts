import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { everyHour, handle, type JobHandler, type JobKind, jobKind, openQueue, scheduledKind } from './queue.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase(inject('databaseUrl'));
  return () => database.remove();
});

/** Each as in a process of its own, with its own connections; jobs without a heartbeat are looked for every second. */
async function startWorker(kind: JobKind<object>, handler: JobHandler) {
  const db = await database.openAgain();
  const options = { kinds: [kind], isWorker: true, onError: () => {}, pollMs: 20, superviseSeconds: 1, renewMs: 50 };
  const queue = await openQueue(db, { ...options, stopTimeoutMs: 500 });
  await queue.work([handler]);
  onTestFinished(async () => {
    await queue.stop();
    await db.close();
  });
  return queue;
}

const text = 'select state, retry_count, output from pgboss.job where name = $1 order by created_on';
const jobsOf = async (kind: JobKind<object>) => (await database.db.queryText(text, [kind.name])).rows;
const statesOf = async (kind: JobKind<object>) => (await jobsOf(kind)).map(({ state }) => state);
const waitForState = (kind: JobKind<object>, state: string) =>
  expect.poll(() => statesOf(kind), { timeout: 20_000 }).toEqual([state]);

/** Waits until overdue jobs have been looked for twice more, at once by all workers. */
async function untilSupervised(kind: JobKind<object>): Promise<void> {
  const last = async () => {
    const { rows } = await database.db.queryText(
      'select monitor_claim_on::text as at from pgboss.queue where name = $1',
      [kind.name],
    );
    return rows[0]?.at;
  };
  for (let turn = 0; turn < 2; turn += 1) {
    const before = await last();
    await expect.poll(last, { timeout: 20_000 }).not.toBe(before);
  }
}

/** A handler that runs until it is released and counts its runs. */
function blockingHandler(kind: JobKind<object>) {
  const gate = Promise.withResolvers<void>();
  const seen = { runs: 0, atOnce: 0, mostAtOnce: 0, isAborted: false };
  const handler = handle(kind, async (_, { signal }) => {
    seen.runs += 1;
    seen.atOnce += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
    signal.addEventListener('abort', () => {
      seen.isAborted = true;
    });
    await gate.promise;
    seen.atOnce -= 1;
  });
  return { seen, handler, release: gate.resolve };
}

/** A handler whose work ends by its signal alone. */
function endlessHandler(kind: JobKind<object>) {
  const seen = { runs: 0, reasons: [] as string[] };
  const handler = handle(kind, async (_, { signal }) => {
    seen.runs += 1;
    await once(signal, 'abort');
    seen.reasons.push(signal.reason.message);
    signal.throwIfAborted();
  });
  return { seen, handler };
}

test('with two workers a job that takes longer than its time limit runs once, and completes', async () => {
  const kind = jobKind<object>('errand', { timeLimitSeconds: 1, retryDelaySeconds: 0 });
  const { seen, handler, release } = blockingHandler(kind);
  const queue = await startWorker(kind, handler);
  await startWorker(kind, handler);
  await database.db.transaction((tx) => queue.enqueue(tx, kind, {}));
  await expect.poll(() => seen.isAborted, { timeout: 20_000 }).toBe(true);
  await untilSupervised(kind);
  expect([seen.runs, await statesOf(kind)]).toEqual([1, ['active']]);
  release();
  await waitForState(kind, 'completed');
  expect(seen.runs).toBe(1);
});

test('a job that its signal ends at its time limit has failed and waits for its retry', async () => {
  const kind = jobKind<object>('errand', { timeLimitSeconds: 1, retryDelaySeconds: 60 });
  const { seen, handler } = endlessHandler(kind);
  const queue = await startWorker(kind, handler);
  await database.db.transaction((tx) => queue.enqueue(tx, kind, {}));
  await waitForState(kind, 'retry');
  expect(seen).toEqual({ runs: 1, reasons: ['a job of errand did not end in 1 s'] });
});

test('with two workers an exclusive job that is due again while it runs has no second run beside it', async () => {
  const kind = scheduledKind('errand');
  const { seen, handler, release } = blockingHandler(kind);
  const queue = await startWorker(kind, handler);
  await startWorker(kind, handler);
  const enqueue = () => database.db.transaction((tx) => queue.enqueue(tx, kind, {}));
  await enqueue();
  await expect.poll(() => seen.runs, { timeout: 20_000 }).toBe(1);
  await enqueue();
  await enqueue();
  await untilSupervised(kind);
  expect(await statesOf(kind)).toEqual(['active']);
  release();
  await waitForState(kind, 'completed');
  await enqueue();
  await expect.poll(() => statesOf(kind), { timeout: 20_000 }).toEqual(['completed', 'completed']);
  expect(seen).toMatchObject({ runs: 2, mostAtOnce: 1 });
});

test('a queue that an earlier version made becomes exclusive', async () => {
  const options = { isWorker: false, onError: () => {} };
  await (await openQueue(database.db, { ...options, kinds: [jobKind('errand')] })).stop();
  const kind = scheduledKind('errand');
  const queue = await openQueue(database.db, { ...options, kinds: [kind] });
  onTestFinished(() => queue.stop());
  for (let turn = 0; turn < 3; turn += 1) await database.db.transaction((tx) => queue.enqueue(tx, kind, {}));
  expect(await statesOf(kind)).toEqual(['created']);
});

test('staff who retry a failed exclusive job while another waits are left with that one', async () => {
  const kind = scheduledKind('errand');
  const queue = await openQueue(database.db, { kinds: [kind], isWorker: false, onError: () => {} });
  onTestFinished(() => queue.stop());
  const enqueue = () => database.db.transaction((tx) => queue.enqueue(tx, kind, {}));
  await enqueue();
  const { rows } = await database.db.queryText("update pgboss.job set state = 'failed' returning id");
  const retry = () => database.db.transaction((tx) => queue.retry(tx, 'errand', rows[0]?.id as string));
  await enqueue();
  expect([await retry(), await statesOf(kind)]).toEqual([true, ['created']]);
});

test('a stop ends a job by its signal, and another worker runs it at once without counting a failure', async () => {
  const kind = scheduledKind('errand', { retryLimit: 0 });
  const first = endlessHandler(kind);
  const queue = await startWorker(kind, first.handler);
  await database.db.transaction((tx) => queue.enqueue(tx, kind, {}));
  await expect.poll(() => first.seen.runs, { timeout: 20_000 }).toBe(1);
  await queue.stop();
  expect(first.seen.reasons).toEqual(['the process stops']);
  expect(await jobsOf(kind)).toEqual([{ state: 'created', retry_count: 0, output: null }]);
  await startWorker(
    kind,
    handle(kind, async () => {}),
  );
  await waitForState(kind, 'completed');
});

test('a worker that has lost its claim on a job ends it by its signal, and leaves the outcome to the other', async () => {
  const kind = jobKind<object>('errand');
  const { seen, handler } = endlessHandler(kind);
  const queue = await startWorker(kind, handler);
  await database.db.transaction((tx) => queue.enqueue(tx, kind, {}));
  await expect.poll(() => seen.runs, { timeout: 20_000 }).toBe(1);
  await database.db.queryText('update pgboss.job set retry_count = retry_count + 1 where name = $1', [kind.name]);
  await expect.poll(() => seen.reasons, { timeout: 20_000 }).toEqual(['the claim on a job of errand was lost']);
  await untilSupervised(kind);
  expect(await statesOf(kind)).toEqual(['active']);
});

async function startKillableWorker(): Promise<ChildProcess> {
  const { PATH, HOME, TMPDIR } = process.env;
  const root = join(import.meta.dirname, '../../../..');
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'server/tests/support/endless-job-worker.ts')],
    {
      env: { PATH, HOME, TMPDIR, NODE_ENV: 'test', DATABASE_URL: database.url },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

test("a killed worker's exclusive job is run again by another worker", async () => {
  const kind = scheduledKind('errand', { retryDelaySeconds: 0 });
  const child = await startKillableWorker();
  const { seen, handler, release } = blockingHandler(kind);
  await startWorker(kind, { ...everyHour(kind, async () => {}), run: handler.run });
  await untilSupervised(kind);
  expect([seen.runs, await statesOf(kind)]).toEqual([0, ['active']]);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  // The clock, turned on by more than a heartbeat.
  await database.db.queryText("update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'");
  await expect.poll(() => seen.runs, { timeout: 20_000 }).toBe(1);
  release();
  await waitForState(kind, 'completed');
});
