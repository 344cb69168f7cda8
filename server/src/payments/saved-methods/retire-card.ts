import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { policyOf } from '../auto-top-up/judge-decline.ts';
import { markUnusable } from './store.ts';

/** Stops offering a saved card that the bank has refused for good. */
export async function retireCard(
  tx: Transaction,
  { organizationId, paymentMethodId }: { organizationId: string; paymentMethodId: string | null },
  reason: string | null,
): Promise<void> {
  if (!paymentMethodId || !reason || policyOf(reason) !== 'card_gone') return;
  await markUnusable(tx, paymentMethodId, reason);
  announce(tx, { organizationId }, 'payments');
}
