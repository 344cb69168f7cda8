import type pg from 'pg';

/** Sends the statements that the work starts at once together. */
export async function inOnePacket<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  // PGlite has no socket, so nothing to save.
  if (typeof stream.cork !== 'function') return work();
  stream.cork();
  // Not before work that awaits something on its way to its statement has got there.
  setImmediate(() => stream.uncork());
  return work();
}
