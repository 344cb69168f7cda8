import type { Money } from './money.ts';
import type { ReceiptItem } from './receipt.ts';

export type PaymentStatus = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
export type MethodType = 'bank_card' | 'sbp';

export interface BankCard {
  type: 'bank_card';
  first6: string;
  last4: string;
  expiryMonth: string;
  expiryYear: string;
  cardType: string;
}

export type PaymentMethod = BankCard | { type: 'sbp' };

export interface Cancellation {
  party: 'yoo_money' | 'payment_network' | 'merchant';
  reason: string;
}

export interface Payment {
  id: string;
  status: PaymentStatus;
  amount: Money;
  createdAt: number;
  /** When an open payment is canceled automatically. */
  expiresAt: number;
  isCapturedAtOnce: boolean;
  hasReceipt: boolean;
  receiptItems?: ReceiptItem[];
  description?: string;
  metadata?: Record<string, string>;
  merchantCustomerId?: string;
  returnUrl?: string;
  /** Where somebody is led whose payment failed, if elsewhere. */
  failUrl?: string;
  /** Somebody has opened the page. */
  isShown?: boolean;
  requestedMethod?: MethodType;
  /** The shop asks to save the card; the payer may untick it. */
  savesMethod?: boolean;
  savedMethodId?: string;
  /** When a payment by a saved card that is still pending gets its outcome. */
  settlesAt?: number;
  /** A card that waits for 3-D Secure. */
  challenge?: { card: BankCard; attemptsLeft: number };
  method?: PaymentMethod;
  authorization?: { rrn: string; authCode: string; isThreeDSecure: boolean };
  capturedAt?: number;
  cancellation?: Cancellation;
  refundedMinor: number;
  refundPendingMinor: number;
}

export class IllegalTransition extends Error {}

const nextStatuses: Record<PaymentStatus, PaymentStatus[]> = {
  pending: ['waiting_for_capture', 'succeeded', 'canceled'],
  waiting_for_capture: ['succeeded', 'canceled'],
  succeeded: [],
  canceled: [],
};

const challengeAttempts = 3;
const defaultCard: BankCard = {
  type: 'bank_card',
  first6: '555555',
  last4: '4444',
  expiryMonth: '12',
  expiryYear: '2030',
  cardType: 'MasterCard',
};
const authorizationLifetimeMs = 7 * 24 * 60 * 60 * 1000;

export function isOpen(payment: Payment): boolean {
  return nextStatuses[payment.status].length > 0;
}

function move(payment: Payment, status: PaymentStatus, changes: Partial<Payment>): Payment {
  if (!nextStatuses[payment.status].includes(status)) {
    throw new IllegalTransition(`A payment in the status ${payment.status} cannot become ${status}`);
  }
  const { challenge: _, ...rest } = payment;
  return { ...rest, ...changes, status };
}

export function challenge(payment: Payment, card: BankCard): Payment {
  if (payment.status !== 'pending') throw new IllegalTransition('Only a pending payment can be confirmed');
  return { ...payment, challenge: { card, attemptsLeft: challengeAttempts } };
}

export function failChallenge(payment: Payment): Payment {
  if (!payment.challenge) throw new IllegalTransition('Nothing to confirm');
  const { card, attemptsLeft } = payment.challenge;
  if (attemptsLeft > 1) return { ...payment, challenge: { card, attemptsLeft: attemptsLeft - 1 } };
  return cancel(payment, { party: 'payment_network', reason: '3d_secure_failed' }, card);
}

export function authorize(payment: Payment, method: PaymentMethod, now: number): Payment {
  const digits = payment.id.replace(/\D/g, '').padEnd(18, '0');
  const authorization = {
    rrn: digits.slice(0, 12),
    authCode: digits.slice(-6),
    isThreeDSecure: payment.challenge !== undefined,
  };
  const paid = { method, ...(method.type === 'bank_card' ? { authorization } : {}) };
  return payment.isCapturedAtOnce
    ? move(payment, 'succeeded', { ...paid, capturedAt: now })
    : move(payment, 'waiting_for_capture', { ...paid, expiresAt: now + authorizationLifetimeMs });
}

/** A smaller amount than authorized releases the rest. */
export function capture(payment: Payment, amount: Money, now: number): Payment {
  if (payment.status !== 'waiting_for_capture') {
    throw new IllegalTransition(`A payment in the status ${payment.status} cannot be captured`);
  }
  return move(payment, 'succeeded', { amount, capturedAt: now });
}

export function cancel(payment: Payment, cancellation: Cancellation, method = payment.method): Payment {
  return move(payment, 'canceled', { cancellation, ...(method ? { method } : {}) });
}

/** Returns null if the payment is not due. */
export function expire(payment: Payment, now: number): Payment | null {
  if (!isOpen(payment) || now < payment.expiresAt) return null;
  const reason = payment.status === 'pending' ? 'expired_on_confirmation' : 'expired_on_capture';
  return cancel(payment, { party: 'yoo_money', reason });
}

/** Forces any status and amount, to simulate a faulty provider. */
export function force(
  payment: Payment,
  order: { status?: PaymentStatus; reason?: string; amount?: Money },
  now: number,
): Payment {
  const { cancellation: _, challenge: __, ...rest } = payment;
  const status = order.status ?? payment.status;
  const forced: Payment = { ...rest, status, amount: order.amount ?? payment.amount };
  if (status === 'canceled') {
    const previous = order.reason ? undefined : payment.cancellation;
    forced.cancellation = previous ?? { party: 'yoo_money', reason: order.reason ?? 'general_decline' };
  } else if (status !== 'pending') {
    forced.method = payment.method ?? (payment.requestedMethod === 'bank_card' ? defaultCard : { type: 'sbp' });
  }
  if (status === 'succeeded') forced.capturedAt = payment.capturedAt ?? now;
  return forced;
}
