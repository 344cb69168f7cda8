import type { Database, Transaction } from './queries.ts';
import { sql } from './sql.ts';

/** In milliseconds, set on every connection of the pool. */
export interface DatabaseTimeouts {
  statement: number;
  lock: number;
  /** Of a transaction whose process hangs: its locks are released. */
  idleInTransaction: number;
  /** Client side, on top of `statement`: a server that hangs or was cut off applies no timeout of its own. */
  clientMargin: number;
}

export const defaultTimeouts: DatabaseTimeouts = {
  statement: 30_000,
  lock: 10_000,
  idleInTransaction: 60_000,
  clientMargin: 5000,
};

export function timeoutSettings({ statement, lock, idleInTransaction }: DatabaseTimeouts) {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  };
}

/** Undefined where statements may take as long as they like. */
export function queryTimeoutOf({ statement, clientMargin }: DatabaseTimeouts): number | undefined {
  return statement === 0 ? undefined : statement + clientMargin;
}

/** TCP keep-alive notices a connection that the network has dropped. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** For migrations, nightly cleanup and the check of the whole ledger. */
export function transactionWithoutTimeouts<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const lift =
    'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0';
  return db.transaction(
    async (tx) => {
      await tx.queryText(lift);
      return work(tx);
    },
    { isUnbounded: true },
  );
}

/** For a transaction that would rather fail than keep what it has locked while it waits for more. */
export async function shortenLockTimeout(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.query(sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`);
}

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
