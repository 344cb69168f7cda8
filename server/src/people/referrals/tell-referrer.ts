import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findReferrerId } from './store.ts';

/** Somebody's address is confirmed: whoever brought them has one more in their figures. */
export async function tellReferrer(tx: Transaction, referredId: string): Promise<void> {
  const userId = await findReferrerId(tx, referredId);
  if (userId) await announce(tx, { userId }, 'referrals');
}
