import { declineBy, testCardOf } from './cards.ts';
import type { Fault } from './fault.ts';
import { authorize, type BankCard, cancel, type Payment } from './payment.ts';
import type { SavedMethod } from './saved-method.ts';

/** Decided at once, as mostly at the provider, or later when a fault says so. */
export function payBySavedCard(payment: Payment, method: SavedMethod, fault: Fault | null, now: number): Payment {
  if (fault?.do === 'pending') return { ...payment, ...(fault.ms !== undefined && { settlesAt: now + fault.ms }) };
  return settleBySavedCard(
    payment,
    method,
    fault?.do === 'decline' ? (fault.reason ?? 'general_decline') : undefined,
    now,
  );
}

export function settleBySavedCard(
  { settlesAt: _, ...payment }: Payment,
  method: SavedMethod,
  orderedReason: string | undefined,
  now: number,
): Payment {
  const card = method.card as BankCard;
  const test = testCardOf(card);
  const reason = orderedReason ?? method.declineReason ?? test?.laterReason ?? test?.reason;
  if (reason) return cancel(payment, declineBy(reason), card);
  return method.status === 'active'
    ? authorize(payment, card, now)
    : cancel(payment, declineBy('permission_revoked'), card);
}
