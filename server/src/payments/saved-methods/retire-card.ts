import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { markUnusable } from './store.ts';

/** Declines after which the bank will never take this card again. */
const finalReasons: readonly (string | null)[] = [
  'permission_revoked',
  'card_expired',
  'invalid_card_number',
  'payment_method_restricted',
  'country_forbidden',
];

export function retiresCard(reason: string | null): boolean {
  return finalReasons.includes(reason);
}

/** Stops offering a saved card that the bank has refused for good. */
export async function retireCard(
  tx: Transaction,
  { organizationId, paymentMethodId }: { organizationId: string; paymentMethodId: string | null },
  reason: string | null,
): Promise<void> {
  if (!paymentMethodId || !reason || !retiresCard(reason)) return;
  await markUnusable(tx, paymentMethodId, reason);
  announce(tx, { organizationId }, 'payments');
}
