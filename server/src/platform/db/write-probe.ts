import type { Database } from './database.ts';

/** How long a successful write is believed. */
const probeIntervalMs = 3000;
/** How long the database counts as not writable after it has refused somebody's write for want of space. */
const refusalMs = 15_000;

export class NotWritable extends Error {}

/**
 * Throws unless the database can be written. A tiny write shows one that is read-only; on a full disk it may still find
 * room in a page where larger ones do not, so what other statements were refused counts too.
 */
export function createWriteProbe(db: Database, now: () => number = Date.now): () => Promise<void> {
  let writtenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const { writeRefusedAt } = db.health;
    if (writeRefusedAt !== null && isRecent(now(), writeRefusedAt, refusalMs)) {
      throw new NotWritable('the database has refused a write a moment ago');
    }
    if (isRecent(now(), writtenAt, probeIntervalMs)) {
      await db.queryText('select 1');
      return;
    }
    await db.queryText(
      'insert into write_probe (written_at) values (now()) on conflict (id) do update set written_at = now()',
    );
    writtenAt = now();
  };
}

/** False for a moment that a clock set back has left in the future. */
function isRecent(now: number, then: number, withinMs: number): boolean {
  return now >= then && now - then < withinMs;
}
