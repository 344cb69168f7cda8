import { createHash } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import { countHit, forgetHits, takeHitBack } from './store.ts';

export interface Limit {
  name: string;
  hits: number;
  windowSeconds: number;
}

/** Names a bucket without storing what it counts: e-mails and addresses are hashed. */
function bucketOf(limit: Limit, ...subjects: string[]): string {
  return `${limit.name}:${createHash('sha256').update(subjects.join('\n')).digest('base64url').slice(0, 24)}`;
}

/** Does the work unless it is one time too many. Work that failed does not count, for it will be tried again. */
export async function workWithinLimit(
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
    await takeHitBack(db, bucket);
    throw error;
  }
}

export interface Attempt {
  /** The attempt was a good one and the earlier bad ones are forgotten with it. */
  forgive: () => Promise<void>;
  /** The attempt was a good one; the bad ones of others stay counted. */
  takeBack: () => Promise<void>;
}

/** Counts one more; throws when that is too many. */
export async function throttle(db: Queries, limit: Limit, ...subjects: string[]): Promise<void> {
  await countHits(db, limit, ...subjects);
}

/** Counts an attempt before it is made, so that many made at once cannot slip past the limit together. */
export function countAttempt(db: Queries, limit: Limit, ...subjects: string[]): Promise<Attempt> {
  return countHits(db, limit, ...subjects);
}

/** The same, and returns how many there were in the window. */
export async function countHits(db: Queries, limit: Limit, ...subjects: string[]): Promise<Attempt & { hits: number }> {
  const bucket = bucketOf(limit, ...subjects);
  const { hits, secondsLeft } = await countHit(db, bucket, limit.windowSeconds);
  if (hits > limit.hits) throw new Problem('too_many_requests', { retryAfterSeconds: Math.max(1, secondsLeft) });
  return { hits, forgive: () => forgetHits(db, bucket), takeBack: () => takeHitBack(db, bucket) };
}

/** Forgets what was counted, for a reason that the counting does not see. */
export async function forgetCount(db: Queries, limit: Limit, ...subjects: string[]): Promise<void> {
  await forgetHits(db, bucketOf(limit, ...subjects));
}
