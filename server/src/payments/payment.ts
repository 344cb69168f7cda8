import type { PaymentStatus } from '@kazna/contract/cabinet/payments';

/**
 * What a payment may become. A success is final. A payment that was canceled or expired can still be paid on
 * a provider's page that is open: the money is credited. Review ends by a decision of staff.
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
export interface ProviderReport {
  paymentId: string | null;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string | null;
  amountMinor: number | null;
  currency: string;
}

export interface OurPayment {
  id: string;
  status: PaymentStatus;
  amountMinor: number;
  currency: string;
  isOverdue: boolean;
}

export type Transition = { status: PaymentStatus; reason: string | null } | null;

/**
 * What the provider's report makes of our payment; null when it changes nothing. A report about another payment, amount
 * or currency never moves money: staff look at it. Duplicate and out-of-order reports converge.
 */
export function reconcile(ours: OurPayment, report: ProviderReport): Transition {
  const isSettled = ours.status === 'succeeded' || ours.status === 'review';
  if (isSettled) return null;
  if (report.status === 'pending') {
    return ours.status === 'pending' && ours.isOverdue
      ? { status: 'expired', reason: 'expired_on_confirmation' }
      : null;
  }
  if (report.status === 'canceled') {
    if (ours.status !== 'pending') return null;
    const isExpiry = report.reason === 'expired_on_confirmation';
    return { status: isExpiry ? 'expired' : 'canceled', reason: report.reason ?? 'general_decline' };
  }
  const difference = differenceOf(ours, report);
  if (difference) return { status: 'review', reason: difference };
  return { status: 'succeeded', reason: ours.status === 'pending' ? null : 'late_success' };
}

function differenceOf(ours: OurPayment, report: ProviderReport): string | null {
  if (report.paymentId !== ours.id) return 'payment_differs';
  if (report.currency !== ours.currency) return 'currency_differs';
  return report.amountMinor === ours.amountMinor ? null : 'amount_differs';
}
