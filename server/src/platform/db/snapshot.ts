import type { Database, Transaction } from './database.ts';
import { sql } from './sql.ts';

/** Runs reads whose answers agree: all of them see the database as it was at the first one. */
export function inSnapshot<T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    return read(tx);
  });
}
