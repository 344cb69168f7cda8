import type { Transaction } from '../platform/db/database.ts';
import { forgetAddresses } from './store.ts';

/** What the person did stays in the log; from where they did it does not. */
export async function forgetActor(tx: Transaction, userId: string): Promise<void> {
  await forgetAddresses(tx, userId);
}
