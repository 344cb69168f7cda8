import type { Transaction } from '../../platform/db/database.ts';
import { deletePayerAddress } from './store.ts';

/** Payments stay for accounting, without the payer's address. */
export async function forgetPayer(tx: Transaction, userId: string): Promise<void> {
  await deletePayerAddress(tx, userId);
}
