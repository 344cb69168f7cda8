/** Of the server's connections to PostgreSQL, in milliseconds. */
export interface DatabaseTimeouts {
  /** Of one statement: far above what any of ours takes, below what a browser waits for an answer. */
  statement: number;
  /** Of waiting for one lock. */
  lock: number;
  /** Of a transaction whose process has fallen silent: its locks are released. */
  idleInTransaction: number;
}

export const defaultTimeouts: DatabaseTimeouts = { statement: 30_000, lock: 10_000, idleInTransaction: 60_000 };

/** By the names that the driver sends when it connects. */
export function timeoutSettings({ statement, lock, idleInTransaction }: DatabaseTimeouts) {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  };
}
