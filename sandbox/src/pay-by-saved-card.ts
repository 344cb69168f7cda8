import { declineBy, testCardOf } from './cards.ts';
import type { Sandbox } from './context.ts';
import type { Fault } from './fault.ts';
import { authorize, type BankCard, cancel, type Payment } from './payment.ts';
import type { SavedMethod } from './saved-method.ts';

/** Decided at once, as mostly at the provider, or later when a fault says so. */
export function payBySavedCard(sandbox: Sandbox, payment: Payment, method: SavedMethod, fault: Fault | null): Payment {
  if (fault?.do === 'pending')
    return { ...payment, ...(fault.ms !== undefined && { settlesAt: sandbox.now() + fault.ms }) };
  const orderedReason = fault?.do === 'decline' ? (fault.reason ?? 'general_decline') : undefined;
  return settleBySavedCard(sandbox, payment, method, orderedReason);
}

export function settleBySavedCard(
  sandbox: Sandbox,
  { settlesAt: _, ...payment }: Payment,
  method: SavedMethod,
  orderedReason?: string,
): Payment {
  const card = method.card as BankCard;
  const test = testCardOf(sandbox.dialect.cards, card);
  const reason = orderedReason ?? method.declineReason ?? test?.laterReason ?? test?.reason;
  if (reason) return cancel(payment, declineBy(reason), card);
  return method.status === 'active'
    ? authorize(payment, card, sandbox.now())
    : cancel(payment, declineBy('permission_revoked'), card);
}
