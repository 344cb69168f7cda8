import type { Database } from './database.ts';

const probeIntervalMs = 3000;
/** How long one refused write makes the database count as not writable. */
const refusalMs = 15_000;

export class NotWritable extends Error {}

/**
 * Throws unless the database is writable. A tiny write detects a read-only database; on a full disk it may still fit,
 * so writes that other statements were refused count too.
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

/** False for a time in the future, which a clock set back leaves behind. */
function isRecent(now: number, then: number, withinMs: number): boolean {
  return now >= then && now - then < withinMs;
}
