import { PgBoss } from 'pg-boss';
import type { Database, Transaction } from '../db/database.ts';
import { nilUuid } from '../db/uuid.ts';
import { type Poller, startPoller } from './poller.ts';
import { watchDueJobs } from './watch-due-jobs.ts';

export interface JobKind<Data extends object> {
  name: string;
  options: JobOptions;
  /** Never set: it only carries the type. */
  data?: Data;
}

export interface JobOptions {
  /** How many jobs of the kind run at once in one process. */
  concurrency: number;
  retryLimit: number;
  /** Before the first retry; each further one waits twice as long, up to an hour. */
  retryDelaySeconds: number;
}

/** Enough that letters or refunds of a crowd do not wait for one another. */
const defaultOptions: JobOptions = { concurrency: 10, retryLimit: 10, retryDelaySeconds: 5 };

export function jobKind<Data extends object>(name: string, options: Partial<JobOptions> = {}): JobKind<Data> {
  return { name, options: { ...defaultOptions, ...options } };
}

export interface JobHandler {
  name: string;
  options: JobOptions;
  /** Five cron fields in UTC; one of all processes runs it. */
  cron?: string;
  run: (data: never) => Promise<void>;
}

export function handle<Data extends object>(kind: JobKind<Data>, run: (data: Data) => Promise<void>): JobHandler {
  return { ...kind, run };
}

export function everyNight<Data extends object>(kind: JobKind<Data>, run: () => Promise<void>): JobHandler {
  return { ...kind, cron: '17 0 * * *', run };
}

export function everyMinute<Data extends object>(kind: JobKind<Data>, run: () => Promise<void>): JobHandler {
  return { ...kind, cron: '* * * * *', run };
}

export function everyHour<Data extends object>(kind: JobKind<Data>, run: () => Promise<void>): JobHandler {
  return { ...kind, cron: '7 * * * *', run };
}

export interface Queue {
  /** The job exists if, and only if, the transaction commits. */
  enqueue<Data extends object>(
    tx: Transaction,
    kind: JobKind<Data>,
    data: Data,
    options?: { delaySeconds: number },
  ): Promise<void>;
  /** Deletes every job, waiting or done, whose data has these fields: personal data must not outlive its account. */
  deleteJobs(tx: Transaction, fields: Record<string, string>): Promise<void>;
  /** Returns false when there is no such failed job. */
  retry(tx: Transaction, name: string, id: string): Promise<boolean>;
  work(handlers: JobHandler[]): Promise<void>;
  stop(): Promise<void>;
}

/** A failed job is retried with exponential backoff; after the last retry staff may retry it by hand. */
const backoff = { retryBackoff: true, retryDelayMax: 3600 };
/** A job whose process died misses its heartbeat and goes to another process within half a minute. */
const heartbeat = { heartbeatSeconds: 15 };
const supervision = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 };

const heartbeatMs = (heartbeat.heartbeatSeconds * 1000) / 2;
const defaultPollMs = 250;

export interface QueueOptions {
  kinds: JobKind<object>[];
  /** Whether this process runs jobs and the queue's cleanup, or only adds jobs. */
  isWorker: boolean;
  onError: (error: Error) => void;
  pollMs?: number;
  /** How long a stop waits for running jobs; the rest are failed, and retried by another process. */
  stopTimeoutMs?: number;
}

export async function openQueue(db: Database, options: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.queryText(text, values) },
    backend: db.kind,
    supervise: options.isWorker,
    schedule: options.isWorker,
    ...supervision,
  });
  boss.on('error', options.onError);
  await boss.start();
  await createQueues(boss, options.kinds);
  const pollers: Poller[] = [];
  let watch: ReturnType<typeof watchDueJobs> | undefined;
  const within = (tx: Transaction) => ({
    db: { executeSql: (text: string, values?: unknown[]) => tx.queryText(text, values) },
  });
  // PostgreSQL takes longer to plan the insert than to do it.
  const preparedIn = (tx: Transaction) => ({
    db: { executeSql: (text: string, values: unknown[] = []) => tx.queryPrepared(text, values) },
  });
  return {
    enqueue: async (tx, kind, data, options) => {
      const later = options ? { startAfter: options.delaySeconds } : {};
      await boss.send(kind.name, data, { ...preparedIn(tx), ...later });
    },
    deleteJobs: async (tx, fields) => {
      for (const { name } of options.kinds) {
        const jobs = await boss.findJobs(name, { ...within(tx), data: fields });
        const ids = jobs.map(({ id }) => id);
        if (ids.length > 0) await boss.deleteJob(name, ids, within(tx));
      }
    },
    retry: async (tx, name, id) => {
      if (!options.kinds.some((kind) => kind.name === name)) return false;
      const [job] = await boss.findJobs(name, { ...within(tx), id });
      if (job?.state !== 'failed') return false;
      await boss.retry(name, id, within(tx));
      return true;
    },
    work: async (handlers) => {
      for (const { name, cron, run, options: job } of handlers) {
        if (cron) await boss.schedule(name, cron);
        const { concurrency } = job;
        pollers.push(startPoller(boss, { heartbeatMs, concurrency, name, run, onError: options.onError }));
      }
      watch = watchDueJobs(db, pollers, { pollMs: defaultPollMs, ...options });
    },
    stop: async () => {
      const timeoutMs = options.stopTimeoutMs ?? 4000;
      await watch?.stop();
      await Promise.all(pollers.map((poller) => poller.stop(timeoutMs)));
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/** A start finds most queues as they should be, in one statement. */
async function createQueues(boss: PgBoss, kinds: JobKind<object>[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, options } of kinds) {
    const wanted = { ...backoff, ...heartbeat, retryLimit: options.retryLimit, retryDelay: options.retryDelaySeconds };
    const found: Partial<typeof wanted> | undefined = present.get(name);
    if (found && Object.entries(wanted).every(([key, value]) => Reflect.get(found, key) === value)) continue;
    await boss.createQueue(name, wanted);
    // A queue that an earlier version made keeps its options otherwise.
    await boss.updateQueue(name, wanted);
    // A look-up fills pg-boss's cache of queues now, as its start does with those that were there. Inside a transaction
    // it would take a second connection, and PGlite, which has one, would deadlock.
    await boss.findJobs(name, { id: nilUuid });
  }
}
