/** In milliseconds, set on every connection of the pool. */
export interface DatabaseTimeouts {
  statement: number;
  lock: number;
  /** Of a transaction whose process hangs: its locks are released. */
  idleInTransaction: number;
  /** Client side, on top of `statement`: a server that went silent or was cut off applies no timeout of its own. */
  silence: number;
}

export const defaultTimeouts: DatabaseTimeouts = {
  statement: 30_000,
  lock: 10_000,
  idleInTransaction: 60_000,
  silence: 5000,
};

export function timeoutSettings({ statement, lock, idleInTransaction }: DatabaseTimeouts) {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  };
}

/** Undefined where statements may take as long as they like. */
export function queryTimeoutOf({ statement, silence }: DatabaseTimeouts): number | undefined {
  return statement === 0 ? undefined : statement + silence;
}
