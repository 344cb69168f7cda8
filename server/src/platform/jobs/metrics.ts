import type { Database } from '../db/database.ts';
import { atMostEvery, gauge } from '../metrics.ts';
import type { JobKind } from './queue.ts';
import { countJobs, type JobCounts } from './store.ts';

const waiting = gauge('jobs_waiting', 'Jobs that are due and not begun', ['kind']);
const oldest = gauge('jobs_oldest_seconds', 'How long the oldest of them has been due', ['kind']);
const failed = gauge('jobs_failed', 'Jobs that failed for the last time and wait for staff', ['kind']);

/** Of the kinds whose work waits in a table of their own, beside what waits as jobs. */
type CountOwn = Record<string, (db: Database) => Promise<Pick<JobCounts, 'waiting' | 'oldestSeconds'>>>;

export function collectJobs(db: Database, kinds: JobKind<object>[], countOwn: CountOwn): () => Promise<void> {
  return atMostEvery(10_000, async () => {
    const byKind = new Map((await countJobs(db)).map((counts) => [counts.kind, counts]));
    for (const { name: kind } of kinds) {
      const counts = byKind.get(kind);
      const own = await countOwn[kind]?.(db);
      waiting.set({ kind }, (counts?.waiting ?? 0) + (own?.waiting ?? 0));
      oldest.set({ kind }, Math.max(counts?.oldestSeconds ?? 0, own?.oldestSeconds ?? 0));
      failed.set({ kind }, counts?.failed ?? 0);
    }
  });
}
