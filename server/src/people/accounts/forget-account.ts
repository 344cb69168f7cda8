import type { Transaction } from '../../platform/db/database.ts';
import { anonymiseUser, deleteAccess } from './store.ts';

/** Nothing opens the account any more or tells whose it was, and its address is free. The row stays for what names it. */
export async function forgetAccount(tx: Transaction, userId: string): Promise<void> {
  await deleteAccess(tx, userId);
  await anonymiseUser(tx, userId);
}
