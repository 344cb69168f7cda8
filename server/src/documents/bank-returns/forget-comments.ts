import type { Transaction } from '../../platform/db/database.ts';
import { deleteComments } from './store.ts';

/** Returns stay for accounting, without what the person wrote. */
export async function forgetComments(tx: Transaction, userId: string): Promise<void> {
  await deleteComments(tx, userId);
}
