import type { Transaction } from '../../platform/db/database.ts';
import { deletePayerAddress, replaceNameInAnswers } from './store.ts';

/** Payments stay for accounting, without the payer's address and name. */
export async function forgetPayer(tx: Transaction, userId: string, nameInstead: string): Promise<void> {
  await deletePayerAddress(tx, userId);
  await replaceNameInAnswers(tx, userId, nameInstead);
}
