import { PgBoss } from 'pg-boss';
import type { Database, Transaction } from '../db/database.ts';
import { transactionWithoutTimeouts } from '../db/timeouts.ts';
import { nilUuid } from '../db/uuid.ts';
import { createLongJobSlots, type JobContext, type Poller, startPoller } from './poller.ts';
import { type RestingLoop, startRestingLoop } from './resting-loop.ts';
import { deleteJobsOf, hasUnfinished, insertJob, selectDueKinds, selectMissingIndexes, updatePolicy } from './store.ts';

export type { JobContext } from './poller.ts';

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
  /** After so long the signal of the work is aborted; the job fails when the work has ended. */
  timeLimitSeconds: number;
  /** One job of the kind waits or runs in all processes; what is enqueued beside it is dropped. */
  isExclusive: boolean;
  /** Shares the few slots of long jobs with other such kinds. Its concurrency is 1. */
  isLong: boolean;
}

/** Enough that letters or refunds of a crowd do not wait for one another. */
const defaultOptions: JobOptions = {
  concurrency: 10,
  retryLimit: 10,
  retryDelaySeconds: 5,
  timeLimitSeconds: 300,
  isExclusive: false,
  isLong: false,
};

export function jobKind<Data extends object>(name: string, options: Partial<JobOptions> = {}): JobKind<Data> {
  return { name, options: { ...defaultOptions, ...options } };
}

/** For what a schedule repeats: a run that takes longer than the interval has none beside it. */
export function scheduledKind(name: string, options: Partial<JobOptions> = {}): JobKind<object> {
  return jobKind(name, { concurrency: 1, timeLimitSeconds: 600, isExclusive: true, ...options });
}

/** For what a schedule repeats and may take hours. */
export function longKind(name: string, options: Partial<JobOptions> = {}): JobKind<object> {
  return scheduledKind(name, { timeLimitSeconds: 6 * 3600, isLong: true, ...options });
}

export interface JobHandler {
  name: string;
  options: JobOptions;
  /** Five cron fields in UTC; one of all processes runs it. */
  cron?: string;
  run: (data: never, context: JobContext) => Promise<void>;
}

export function handle<Data extends object>(
  kind: JobKind<Data>,
  run: (data: Data, context: JobContext) => Promise<void>,
): JobHandler {
  return { ...kind, run };
}

type ScheduledRun = (context: JobContext) => Promise<void>;

/** Each nightly job has a time of its own, in UTC: those that come together take the database from one another. */
export function everyNight(kind: JobKind<object>, at: `0${number}:${number}`, run: ScheduledRun): JobHandler {
  const [hour, minute] = at.split(':').map(Number);
  return scheduled(kind, `${minute} ${hour} * * *`, run);
}

export function everyMinute(kind: JobKind<object>, run: ScheduledRun): JobHandler {
  return scheduled(kind, '* * * * *', run);
}

export function everyTenMinutes(kind: JobKind<object>, run: ScheduledRun): JobHandler {
  return scheduled(kind, '3-59/10 * * * *', run);
}

export function everyHour(kind: JobKind<object>, run: ScheduledRun): JobHandler {
  return scheduled(kind, '7 * * * *', run);
}

function scheduled(kind: JobKind<object>, cron: string, run: ScheduledRun): JobHandler {
  return { ...kind, cron, run: (_, context) => run(context) };
}

export interface Queue {
  /** The job exists if, and only if, the transaction commits. */
  enqueue<Data extends object>(
    tx: Transaction,
    kind: JobKind<Data>,
    data: Data,
    options?: { delaySeconds: number },
  ): Promise<void>;
  /** Deletes every job whose data names the person: personal data must not outlive its account. */
  deleteJobs(tx: Transaction, person: { email: string; userId: string }): Promise<void>;
  /** Returns false when there is no such failed job. */
  retry(tx: Transaction, name: string, id: string): Promise<boolean>;
  work(handlers: JobHandler[]): Promise<void>;
  stop(): Promise<void>;
}

/** A failed job is retried with exponential backoff; after the last retry staff may retry it by hand. */
const backoff = { retryBackoff: true, retryDelayMax: 3600 };
/**
 * A job whose process died misses its heartbeat and goes to another process within half a minute. The heartbeat alone
 * decides: a job expires by pg-boss's clock however alive its work is, so that its longest expiry stands here, and time
 * limits are kept by the process that does the work.
 */
const claim = { heartbeatSeconds: 15, expireInSeconds: 24 * 3600 };

const defaultTimes = { pollMs: 250, superviseSeconds: 15, renewMs: 5000 };

export interface QueueOptions {
  kinds: JobKind<object>[];
  /** Whether this process runs jobs and the queue's cleanup, or only adds jobs. */
  isWorker: boolean;
  onError: (error: Error) => void;
  pollMs?: number;
  /** How often jobs without a heartbeat are looked for. */
  superviseSeconds?: number;
  /** How often the claims on running jobs are renewed. */
  renewMs?: number;
  /** Of all kinds together, in this process. */
  maxLongJobs?: number;
  /** How long a stop waits for running jobs, which their signal aborts; another process runs what is left. */
  stopTimeoutMs?: number;
}

export async function openQueue(db: Database, options: QueueOptions): Promise<Queue> {
  const times = { ...defaultTimes, ...options };
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.queryText(text, values) },
    backend: db.kind,
    supervise: options.isWorker,
    schedule: options.isWorker,
    superviseIntervalSeconds: times.superviseSeconds,
    monitorIntervalSeconds: times.superviseSeconds,
  });
  boss.on('error', options.onError);
  await boss.start();
  await createIndexes(db);
  await createQueues(boss, db, options.kinds);
  const pollers: Poller[] = [];
  let watch: RestingLoop | undefined;
  const within = (tx: Transaction) => ({
    db: { executeSql: (text: string, values?: unknown[]) => tx.queryText(text, values) },
  });
  const known = new Set(options.kinds.map(({ name }) => name));
  return {
    enqueue: async (tx, kind, data, options) => {
      if (!known.has(kind.name)) throw new Error(`there is no queue of ${kind.name}`);
      await insertJob(tx, kind.name, data, options?.delaySeconds ?? 0);
    },
    deleteJobs: deleteJobsOf,
    retry: async (tx, name, id) => {
      const kind = options.kinds.find((one) => one.name === name);
      const [job] = kind ? await boss.findJobs(name, { ...within(tx), id }) : [];
      if (job?.state !== 'failed') return false;
      // An exclusive job that waits or runs does what the failed one has left.
      if (kind?.options.isExclusive && (await hasUnfinished(tx, name))) await boss.deleteJob(name, id, within(tx));
      else await boss.retry(name, id, within(tx));
      return true;
    },
    work: async (handlers) => {
      const { onError } = options;
      const slots = createLongJobSlots(options.maxLongJobs ?? 2);
      const { heartbeatSeconds } = claim;
      await createSchedules(boss, handlers);
      for (const { name, run, options: job } of handlers) {
        const longJobSlots = job.isLong ? slots : undefined;
        const poller = { ...job, name, run, longJobSlots, heartbeatSeconds, renewMs: times.renewMs, onError };
        pollers.push(startPoller(boss, db, poller));
      }
      watch = startRestingLoop({ step: (signal) => fetchDue(db, pollers, signal), restMs: times.pollMs, onError });
    },
    stop: async () => {
      const timeoutMs = options.stopTimeoutMs ?? 4000;
      await watch?.stop();
      await Promise.all(pollers.map((poller) => poller.stop(timeoutMs)));
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/** One look for all kinds: an idle worker costs one short statement a turn, however many kinds there are. */
async function fetchDue(db: Database, pollers: Poller[], signal: AbortSignal): Promise<boolean> {
  const due = await selectDueKinds(db);
  for (const poller of pollers) if (due.has(poller.name) && !signal.aborted) poller.fetch();
  return false;
}

async function createIndexes(db: Database): Promise<void> {
  for (const create of await selectMissingIndexes(db)) {
    await transactionWithoutTimeouts(db, (tx) => tx.query(create));
  }
}

/** A start finds most schedules as they should be, in one statement. */
async function createSchedules(boss: PgBoss, handlers: JobHandler[]): Promise<void> {
  const present = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const { name, cron } of handlers) {
    const found = present.get(name);
    if (cron && (found?.cron !== cron || found.timezone !== 'UTC')) await boss.schedule(name, cron);
  }
}

/** A start finds most queues as they should be, in one statement. */
async function createQueues(boss: PgBoss, db: Database, kinds: JobKind<object>[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, options } of kinds) {
    const wanted = { ...backoff, ...claim, retryLimit: options.retryLimit, retryDelay: options.retryDelaySeconds };
    const policy = options.isExclusive ? 'exclusive' : 'standard';
    const found: Partial<typeof wanted & { policy: string }> | undefined = present.get(name);
    if (found?.policy !== undefined && found.policy !== policy) await updatePolicy(db, name, policy);
    if (found && Object.entries(wanted).every(([key, value]) => Reflect.get(found, key) === value)) continue;
    await boss.createQueue(name, { ...wanted, policy });
    // A queue that an earlier version made keeps its options otherwise.
    await boss.updateQueue(name, wanted);
    // A look-up fills pg-boss's cache of queues now, as its start does with those that were there. Inside a transaction
    // it would take a second connection, and PGlite, which has one, would deadlock.
    await boss.findJobs(name, { id: nilUuid });
  }
}
