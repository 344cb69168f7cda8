import type { Database, Transaction } from './database.ts';

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
