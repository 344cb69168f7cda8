/** In milliseconds, set on every connection of the pool. */
export interface DatabaseTimeouts {
  statement: number;
  lock: number;
  /** Of a transaction whose process hangs: its locks are released. */
  idleInTransaction: number;
}

export const defaultTimeouts: DatabaseTimeouts = { statement: 30_000, lock: 10_000, idleInTransaction: 60_000 };

export function timeoutSettings({ statement, lock, idleInTransaction }: DatabaseTimeouts) {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  };
}
