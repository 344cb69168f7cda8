import type { Transaction } from './database.ts';
import { sql } from './sql.ts';

/** For a transaction that would rather fail than keep what it has locked while it waits for more. */
export async function shortenLockTimeout(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.query(sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`);
}
