import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findReferrerId } from './store.ts';

export async function notifyReferrer(tx: Transaction, referredId: string): Promise<void> {
  const userId = await findReferrerId(tx, referredId);
  if (userId) announce(tx, { userId }, 'referrals');
}
