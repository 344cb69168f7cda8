import type { Database } from './database.ts';
import { isDiskFailure } from './errors.ts';

const probeIntervalMs = 3000;
/** A write that waits for a missing standby waits without end. */
const answerTimeoutMs = 4000;

export class NotWritable extends Error {}

/**
 * Throws unless the database is writable. A tiny write detects a read-only database; on a full disk it may still fit,
 * so after a write that any statement was refused for the disk's sake the database counts as not writable until a
 * megabyte has been written. One probe runs at a time: those that wait for a hanging database must not take its
 * connections one after another.
 */
export function createWriteProbe(db: Database, now: () => number = Date.now): () => Promise<void> {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let spaceProbedAt = Number.NEGATIVE_INFINITY;
  /** The refusal after which space was found. */
  let overcomeRefusal: number | null = null;
  let running: Promise<void> | undefined;
  const probe = async () => {
    if (isRecent(now(), writtenAt, probeIntervalMs)) return requirePrimary(db);
    await db.queryText(
      'insert into write_probe (written_at) values (now()) on conflict (id) do update set written_at = now()',
    );
    writtenAt = now();
  };
  const probeSpace = async (refusal: number) => {
    if (isRecent(now(), spaceProbedAt, probeIntervalMs)) throw new NotWritable('the database has refused a write');
    spaceProbedAt = now();
    await requireSpace(db);
    overcomeRefusal = refusal;
  };
  return async () => {
    running ??= (async () => {
      const { writeRefusedAt } = db.health;
      if (writeRefusedAt !== null && writeRefusedAt !== overcomeRefusal) await probeSpace(writeRefusedAt);
      await probe();
    })().finally(() => {
      running = undefined;
    });
    await withTimeout(running);
  };
}

/** A truncated table begins a new file, so that what is written needs space that was free. */
async function requireSpace(db: Database): Promise<void> {
  const write = db.transaction(async (tx) => {
    await tx.queryText('truncate write_probe_space');
    await tx.queryText("insert into write_probe_space (filler) select repeat('x', 1900) from generate_series(1, 512)");
  });
  await write.catch((error) => {
    throw isDiskFailure(error) ? new NotWritable('the disk of the database is full') : error;
  });
}

/** A pooled connection may still lead to a node that has become a standby. */
async function requirePrimary(db: Database): Promise<void> {
  const { rows } = await db.queryText('select pg_is_in_recovery() as is_standby');
  if (rows[0]?.is_standby) throw new NotWritable('the database is a standby');
}

async function withTimeout(work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NotWritable('the database did not answer in time')), answerTimeoutMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** False for a time in the future, which a clock set back leaves behind. */
function isRecent(now: number, then: number, withinMs: number): boolean {
  return now >= then && now - then < withinMs;
}
