import type pg from 'pg';

/**
 * Cancels the statement that the connection runs when the signal is aborted. Returns a function to be awaited before the
 * connection serves others, whose statement a late cancellation would end.
 */
export function cancelOnAbort(
  pool: pg.Pool,
  connection: () => pg.PoolClient | undefined,
  signal: AbortSignal | undefined,
): () => Promise<void> {
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    // The work may end by itself at its next step: a cancellation that fails is no failure.
    cancelling = pool
      .query('select pg_cancel_backend($1)', [Reflect.get(connection() ?? {}, 'processID') ?? null])
      .catch(() => {});
  };
  signal?.addEventListener('abort', cancel, { once: true });
  return async () => {
    signal?.removeEventListener('abort', cancel);
    await cancelling;
  };
}
