/** A payment as receipts see it. */
export interface OpenPayment {
  paymentId: string;
  provider: string;
  /** Not refunded and not settled yet. */
  leftMinor: number;
  settledMinor: number;
  /** False for one from before receipts were switched on: it is spent in its turn, without receipts. */
  hasReceipts: boolean;
}

/** Below zero for what was settled and is not spent after all. */
export interface Share {
  paymentId: string;
  provider: string;
  amountMinor: number;
  hasReceipts: boolean;
}

/**
 * Divides what was spent over the payments, oldest first, and what was given back over what was settled, newest first.
 * `payments` are sorted by time. What no payment has room for stays undivided: it was refunded meanwhile.
 */
export function allocate(payments: readonly OpenPayment[], amountMinor: number): Share[] {
  const isReturn = amountMinor < 0;
  const shares: Share[] = [];
  let left = Math.abs(amountMinor);
  for (const payment of isReturn ? payments.toReversed() : payments) {
    const { paymentId, provider, hasReceipts } = payment;
    const part = Math.min(left, isReturn ? payment.settledMinor : payment.leftMinor);
    if (part > 0) shares.push({ paymentId, provider, hasReceipts, amountMinor: isReturn ? -part : part });
    left -= Math.max(part, 0);
  }
  return shares;
}
