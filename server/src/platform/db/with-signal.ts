import type { Database } from './database.ts';

/** The same database for work that the signal ends: no statement begins after it, and a transaction's is cancelled. */
export function withSignal(db: Database, signal: AbortSignal): Database {
  return {
    ...db,
    query: async (statement) => {
      signal.throwIfAborted();
      return db.query(statement);
    },
    transaction: (work, options) => db.transaction(work, { ...options, signal }),
  };
}
