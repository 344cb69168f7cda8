import type { Job, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { settleWithin } from './resting-loop.ts';
import { releaseClaim, renewClaims } from './store.ts';

export interface JobContext {
  /**
   * Aborted at the kind's time limit, when the process stops, and when the claim on the job is lost. What takes long
   * throws at its next step then; what it had not done is done by the next run.
   */
  signal: AbortSignal;
}

export interface PollerOptions {
  name: string;
  run: (data: never, context: JobContext) => Promise<void>;
  concurrency: number;
  timeLimitSeconds: number;
  /** Undefined for a kind that is not long. */
  longJobSlots: LongJobSlots | undefined;
  heartbeatSeconds: number;
  renewMs: number;
  onError: (error: Error) => void;
}

export interface Poller {
  name: string;
  /** Fetches what is due into the free slots, unless a fetch is under way. */
  fetch(): void;
  /** Fetches no more jobs, aborts those that run and waits for them until the timeout. */
  stop(timeoutMs: number): Promise<void>;
}

interface RunningJob {
  job: Job;
  abort: AbortController;
  /** By the monotonic clock: a clock that is set must not make a claim look fresh. */
  renewedAt: number;
  work: Promise<void>;
}

class ProcessStops extends Error {}
class ClaimLost extends Error {}

/** Each job has a slot of its own. pg-boss's own worker waits for the whole batch before it fetches again. */
export function startPoller(boss: PgBoss, db: Database, options: PollerOptions): Poller {
  const { name, concurrency, longJobSlots, onError } = options;
  const running = new Map<string, RunningJob>();
  let isStopping = false;
  let fetching: Promise<void> | undefined;

  const start = (job: Job) => {
    const abort = new AbortController();
    const work = runJob({ boss, db, ...options }, job, abort)
      .catch(onError)
      .then(() => {
        const wasFull = running.size === concurrency;
        running.delete(job.id);
        longJobSlots?.release();
        if (wasFull) fetch();
      });
    running.set(job.id, { job, abort, renewedAt: performance.now(), work });
  };
  const fetchInto = async (free: number) => {
    const jobs = await boss.fetch<object>(name, { batchSize: free });
    for (const job of jobs) start(job as Job);
    return jobs.length;
  };
  const fillSlots = async () => {
    while (!isStopping) {
      const free = concurrency - running.size;
      if (free <= 0) return;
      if (!longJobSlots) {
        // After a full fetch more jobs may wait.
        if ((await fetchInto(free)) < free) return;
      } else if (!(await longJobSlots.take(() => fetchInto(1)))) return;
    }
  };
  const fetch = () => {
    fetching ??= fillSlots()
      .catch(onError)
      .finally(() => {
        fetching = undefined;
      });
  };
  const stopRenewing = keepClaims(db, running, options);

  return {
    name,
    fetch,
    stop: async (timeoutMs) => {
      isStopping = true;
      await fetching;
      for (const { abort } of running.values()) abort.abort(new ProcessStops('the process stops'));
      await settleWithin(
        [...running.values()].map(({ work }) => work),
        timeoutMs,
      );
      // What still runs keeps its claim for one heartbeat more, in which the process ends: it runs nowhere beside itself.
      stopRenewing();
    },
  };
}

/**
 * Renews the claims on running jobs. A job without a heartbeat is given to another process, so the work ends here when
 * its claim is not renewed in time, whatever the reason.
 */
function keepClaims(
  db: Database,
  running: Map<string, RunningJob>,
  { name, heartbeatSeconds, renewMs, onError }: PollerOptions,
): () => void {
  let isRenewing = false;
  const renew = async (claims: RunningJob[]) => {
    const sentAt = performance.now();
    const renewed = await renewClaims(
      db,
      name,
      claims.map(({ job }) => job),
    );
    for (const claim of claims) {
      if (renewed.has(claim.job.id)) claim.renewedAt = sentAt;
      else claim.abort.abort(new ClaimLost(`the claim on a job of ${name} was lost`));
    }
  };
  const timer = setInterval(() => {
    const claims = [...running.values()].filter(({ abort }) => !(abort.signal.reason instanceof ClaimLost));
    const now = performance.now();
    for (const { abort, renewedAt } of claims) {
      if (now - renewedAt < heartbeatSeconds * 1000) continue;
      abort.abort(new ClaimLost(`the claim on a job of ${name} was not renewed for ${heartbeatSeconds} s`));
    }
    if (isRenewing || claims.length === 0) return;
    isRenewing = true;
    renew(claims)
      .catch(onError)
      .finally(() => {
        isRenewing = false;
      });
  }, renewMs);
  return () => clearInterval(timer);
}

/** The job is settled when its work has ended, never before: its slot, its claim and its kind's turn are taken until then. */
async function runJob(
  { boss, db, name, run, timeLimitSeconds, onError }: PollerOptions & { boss: PgBoss; db: Database },
  job: Job,
  abort: AbortController,
): Promise<void> {
  const { signal } = abort;
  const timer = setTimeout(() => {
    const error = new Error(`a job of ${name} did not end in ${timeLimitSeconds} s`);
    onError(error);
    abort.abort(error);
  }, timeLimitSeconds * 1000);
  try {
    await run(job.data as never, { signal });
  } catch (error) {
    // An interrupted attempt is no failed one: the next process begins it at once.
    if (signal.reason instanceof ProcessStops) return await releaseClaim(db, name, job);
    const { message, stack } = (signal.aborted ? signal.reason : error) as Error;
    onError(error as Error);
    return void (await boss.fail(name, job, { message, stack }));
  } finally {
    clearTimeout(timer);
  }
  await boss.complete(name, job);
}

export interface LongJobSlots {
  /** Runs the work if a slot is free, and keeps the slot if it returns that a job was begun. Returns the same. */
  take(begin: () => Promise<number>): Promise<boolean>;
  release(): void;
}

/** Bounds how many long jobs of all kinds run at once, so that they leave connections to short ones. */
export function createLongJobSlots(size: number): LongJobSlots {
  let free = size;
  return {
    take: async (begin) => {
      if (free === 0) return false;
      // Before the fetch: two kinds that fetch at once must not share the last slot.
      free -= 1;
      let begun = 0;
      try {
        begun = await begin();
      } finally {
        if (begun === 0) free += 1;
      }
      return begun > 0;
    },
    release: () => {
      free += 1;
    },
  };
}
