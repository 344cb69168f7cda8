import type { Job, PgBoss } from 'pg-boss';
import { settleWithin } from './settle-within.ts';

export interface PollerOptions {
  name: string;
  run: (data: never) => Promise<void>;
  concurrency: number;
  heartbeatMs: number;
  onError: (error: Error) => void;
}

export interface Poller {
  name: string;
  /** Fetches what is due into the free slots, unless a fetch is under way. */
  fetch(): void;
  /** Fetches no more jobs and waits for those that run until the timeout. */
  stop(timeoutMs: number): Promise<void>;
}

/** Each job has a slot of its own. pg-boss's own worker waits for the whole batch before it fetches again. */
export function startPoller(boss: PgBoss, options: PollerOptions): Poller {
  const { name, concurrency, heartbeatMs, onError } = options;
  const running = new Map<string, Promise<void>>();
  let isStopping = false;
  let fetching: Promise<void> | undefined;

  const start = (job: Job) => {
    const work = runJob(boss, options, job)
      .catch(onError)
      .then(() => {
        const wasFull = running.size === concurrency;
        running.delete(job.id);
        if (wasFull) fetch();
      });
    running.set(job.id, work);
  };
  const fillSlots = async () => {
    while (!isStopping) {
      const free = concurrency - running.size;
      const jobs = free > 0 ? await boss.fetch<object>(name, { batchSize: free }) : [];
      for (const job of jobs) start(job as Job);
      // After a full fetch more jobs may wait.
      if (free === 0 || jobs.length < free) return;
    }
  };
  const fetch = () => {
    fetching ??= fillSlots()
      .catch(onError)
      .finally(() => {
        fetching = undefined;
      });
  };
  const heartbeat = setInterval(() => {
    const ids = [...running.keys()];
    if (ids.length > 0) boss.touch(name, ids).catch(onError);
  }, heartbeatMs);

  return {
    name,
    fetch,
    stop: async (timeoutMs) => {
      isStopping = true;
      await fetching;
      await settleWithin(running.values(), timeoutMs);
      clearInterval(heartbeat);
      // Failing what still runs lets another process retry it at once, not after a missed heartbeat.
      const left = [...running.keys()];
      if (left.length > 0) await boss.fail(name, left, { message: 'the process stopped' }).catch(onError);
    },
  };
}

/** A job that exceeds its expiry is failed here, at the time when pg-boss gives it to another process. */
async function runJob(boss: PgBoss, { name, run, onError }: PollerOptions, job: Job): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    const error = new Error(`the job did not end in ${job.expireInSeconds} s`);
    timer = setTimeout(() => reject(error), job.expireInSeconds * 1000);
  });
  try {
    await Promise.race([run(job.data as never), expiry]);
    await boss.complete(name, job);
  } catch (error) {
    const { message, stack } = error as Error;
    onError(error as Error);
    await boss.fail(name, job, { message, stack });
  } finally {
    clearTimeout(timer);
  }
}
