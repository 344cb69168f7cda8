import type { PaymentStatus } from '@kazna/contract/cabinet/payments';

/**
 * What a payment may become. A success is final. A payment that was given up or ran out can still be paid for by
 * somebody who was quick at the provider's page: their money is credited. Review ends by an operator's word.
 */
const transitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['succeeded', 'canceled', 'expired', 'review'],
  expired: ['succeeded', 'review'],
  canceled: ['succeeded', 'review'],
  review: ['succeeded', 'canceled'],
  succeeded: [],
};

export class IllegalTransition extends Error {}

export function assertTransition(from: PaymentStatus, to: PaymentStatus): void {
  if (!transitions[from].includes(to)) throw new IllegalTransition(`a payment cannot go from ${from} to ${to}`);
}

/** What the provider says of a payment, next to what we asked of it. */
export interface Claim {
  paymentId: string | null;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string | null;
  amountMinor: number | null;
  currency: string;
}

export interface Expectation {
  id: string;
  status: PaymentStatus;
  amountMinor: number;
  currency: string;
  isOverdue: boolean;
}

export type Verdict = { status: PaymentStatus; reason: string | null } | null;

/**
 * What the provider's word makes of our payment; null when it brings nothing new. A word about another payment, amount
 * or currency never moves money: a person looks at it. Repeated and reordered words come to the same end.
 */
export function judge(ours: Expectation, claim: Claim): Verdict {
  const isSettled = ours.status === 'succeeded' || ours.status === 'review';
  if (isSettled) return null;
  if (claim.status === 'pending') {
    return ours.status === 'pending' && ours.isOverdue
      ? { status: 'expired', reason: 'expired_on_confirmation' }
      : null;
  }
  if (claim.status === 'canceled') {
    if (ours.status !== 'pending') return null;
    const isExpiry = claim.reason === 'expired_on_confirmation';
    return { status: isExpiry ? 'expired' : 'canceled', reason: claim.reason ?? 'general_decline' };
  }
  const difference = differenceOf(ours, claim);
  if (difference) return { status: 'review', reason: difference };
  return { status: 'succeeded', reason: ours.status === 'pending' ? null : 'late_success' };
}

function differenceOf(ours: Expectation, claim: Claim): string | null {
  if (claim.paymentId !== ours.id) return 'payment_differs';
  if (claim.currency !== ours.currency) return 'currency_differs';
  return claim.amountMinor === ours.amountMinor ? null : 'amount_differs';
}
