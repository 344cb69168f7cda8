import type { Money } from './money.ts';
import { type Cancellation, IllegalTransition, type Payment } from './payment.ts';
import type { ReceiptItem } from './receipt.ts';

type RefundStatus = 'pending' | 'succeeded' | 'canceled';

export interface Refund {
  id: string;
  paymentId: string;
  status: RefundStatus;
  amount: Money;
  createdAt: number;
  description?: string;
  hasReceipt: boolean;
  receiptItems?: ReceiptItem[];
  /** T-Bank: the shop's key of the refund. */
  externalId?: string;
  cancellation?: Cancellation;
  /** When a delayed refund succeeds; without it the refund waits for manual settling. */
  succeedsAt?: number;
}

/** A refund and its payment change together, so that an amount cannot be refunded twice. */
export interface RefundOfPayment {
  payment: Payment;
  refund: Refund;
}

export function refundableMinor(payment: Payment): number {
  return payment.status === 'succeeded' ? payment.amount.minor - payment.refundedMinor - payment.refundPendingMinor : 0;
}

export function openRefund(payment: Payment, refund: Refund): RefundOfPayment {
  if (refund.amount.minor > refundableMinor(payment)) throw new IllegalTransition('Refund exceeds the payment');
  return {
    refund: { ...refund, status: 'pending' },
    payment: { ...payment, refundPendingMinor: payment.refundPendingMinor + refund.amount.minor },
  };
}

export function succeedRefund({ payment, refund }: RefundOfPayment): RefundOfPayment {
  const released = release(payment, refund);
  return {
    refund: { ...withoutTimer(refund), status: 'succeeded' },
    payment: { ...released, refundedMinor: payment.refundedMinor + refund.amount.minor },
  };
}

export function cancelRefund({ payment, refund }: RefundOfPayment, reason: string): RefundOfPayment {
  const cancellation: Cancellation = { party: 'yoo_money', reason };
  return {
    refund: { ...withoutTimer(refund), status: 'canceled', cancellation },
    payment: release(payment, refund),
  };
}

function release(payment: Payment, refund: Refund): Payment {
  if (refund.status !== 'pending') throw new IllegalTransition(`A refund in the status ${refund.status} is final`);
  return { ...payment, refundPendingMinor: payment.refundPendingMinor - refund.amount.minor };
}

function withoutTimer({ succeedsAt: _, ...refund }: Refund): Refund {
  return refund;
}
