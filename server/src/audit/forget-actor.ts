import type { Transaction } from '../platform/db/database.ts';
import { forgetAddresses } from './store.ts';

/** Actions stay in the audit log, without the person's network addresses. */
export async function forgetActor(tx: Transaction, userId: string): Promise<void> {
  await forgetAddresses(tx, userId);
}
