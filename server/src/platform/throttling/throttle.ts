import { hash } from 'node:crypto';
import type { Database, Queries, Transaction } from '../db/database.ts';
import { transactionWithoutTimeouts, withSignal } from '../db/timeouts.ts';
import { Problem } from '../http/problem.ts';
import { everyNight, type JobHandler, longKind } from '../jobs/queue.ts';
import { refusedByLimit } from '../metrics.ts';
import {
  countHit,
  countHitsWithin,
  countHits as countInStore,
  decrementHits,
  deleteOldCounters,
  resetHits,
} from './store.ts';

export interface Limit {
  name: string;
  hits: number;
  windowSeconds: number;
}

/** Hashed, so that counters store neither e-mails nor addresses. */
function bucketOf(limit: Limit, ...subjects: string[]): string {
  return `${limit.name}:${hash('sha256', subjects.join('\n'), 'base64url').slice(0, 24)}`;
}

/** Skips the work above the rate limit. Work that failed does not count, since it will be retried. */
export async function runWithinLimit(
  db: Queries,
  limit: Limit,
  subjects: string[],
  work: () => Promise<void>,
): Promise<void> {
  const bucket = bucketOf(limit, ...subjects);
  const { hits } = await countHit(db, bucket, limit.windowSeconds);
  if (hits > limit.hits) return;
  try {
    await work();
  } catch (error) {
    await decrementHits(db, bucket);
    throw error;
  }
}

export interface Attempt {
  /** The attempt succeeded: earlier failures are cleared as well. */
  reset: () => Promise<void>;
  /** The attempt succeeded: failures of others stay counted. */
  uncount: () => Promise<void>;
}

/** Rate limit: counts a hit and throws 429 above the limit. */
export async function throttle(db: Queries, limit: Limit, ...subjects: string[]): Promise<void> {
  await countHits(db, limit, ...subjects);
}

interface Hit {
  limit: Limit;
  subject: string;
}

/** The same as `throttleAll` in a packet with the commit: above a limit its statement fails, which `isUnmet` knows. */
export function throttleAtCommit(tx: Transaction, hits: Hit[]): Promise<void> {
  const windowOf = ({ limit, subject }: Hit) => ({
    ...{ bucket: bucketOf(limit, subject), seconds: limit.windowSeconds, limit: limit.hits },
  });
  return countHitsWithin(tx, hits.map(windowOf));
}

/** Counts a hit of each limit in one round trip and throws 429 above any: for a transaction, which that undoes. */
export async function throttleAll(tx: Transaction, hits: Hit[]): Promise<void> {
  const windows = hits.map(({ limit, subject }) => ({
    bucket: bucketOf(limit, subject),
    seconds: limit.windowSeconds,
    limit,
  }));
  const limitOf = new Map(windows.map(({ bucket, limit }) => [bucket, limit]));
  for (const { bucket, hits, secondsLeft } of await countInStore(tx, windows))
    requireWithin(hits, limitOf.get(bucket) as Limit, secondsLeft);
}

function requireWithin(hits: number, limit: Limit, secondsLeft: number): void {
  if (hits <= limit.hits) return;
  refusedByLimit.inc({ limit: limit.name });
  throw new Problem('too_many_requests', { retryAfterSeconds: Math.max(1, secondsLeft) });
}

/** Counts an attempt before it is made, so that concurrent attempts cannot pass the limit together. */
export function countAttempt(db: Queries, limit: Limit, ...subjects: string[]): Promise<Attempt> {
  return countHits(db, limit, ...subjects);
}

export async function countHits(db: Queries, limit: Limit, ...subjects: string[]): Promise<Attempt & { hits: number }> {
  const bucket = bucketOf(limit, ...subjects);
  const { hits, secondsLeft } = await countHit(db, bucket, limit.windowSeconds);
  requireWithin(hits, limit, secondsLeft);
  return { hits, reset: () => resetHits(db, bucket), uncount: () => decrementHits(db, bucket) };
}

export async function resetLimit(db: Queries, limit: Limit, ...subjects: string[]): Promise<void> {
  await resetHits(db, bucketOf(limit, ...subjects));
}

export const throttleCleanup = longKind('throttle-tidying');

export function throttleJobs(db: Database): JobHandler[] {
  return [
    everyNight(throttleCleanup, '00:57', ({ signal }) =>
      transactionWithoutTimeouts(withSignal(db, signal), deleteOldCounters),
    ),
  ];
}
