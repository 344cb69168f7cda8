import type { Database } from '../db/database.ts';
import { atMostEvery, gauge } from '../metrics.ts';
import type { JobKind } from './queue.ts';
import { countJobs } from './store.ts';

const waiting = gauge('jobs_waiting', 'Jobs that are due and not begun', ['kind']);
const oldest = gauge('jobs_oldest_seconds', 'How long the oldest of them has been due', ['kind']);
const failed = gauge('jobs_failed', 'Jobs that failed for the last time and wait for staff', ['kind']);

export function collectJobs(db: Database, kinds: JobKind<object>[]): () => Promise<void> {
  return atMostEvery(10_000, async () => {
    const byKind = new Map((await countJobs(db)).map((counts) => [counts.kind, counts]));
    for (const { name: kind } of kinds) {
      const counts = byKind.get(kind);
      waiting.set({ kind }, counts?.waiting ?? 0);
      oldest.set({ kind }, counts?.oldestSeconds ?? 0);
      failed.set({ kind }, counts?.failed ?? 0);
    }
  });
}
