import type { TestCard } from './cards.ts';
import type { Payment } from './payment.ts';
import type { Receipt } from './receipt.ts';
import type { RefundOfPayment } from './refund.ts';
import type { SavedMethod } from './saved-method.ts';
import type { Change, State } from './state.ts';

/** What differs between the providers that the sandbox plays, besides their calls. */
export interface Dialect {
  cards: TestCard[];
  /** That passes 3-D Secure. */
  confirmationCode: string;
  /** What the shop is notified of; `before` is absent for a new payment. */
  paymentEvents(sandbox: Sandbox, payment: Payment, before: Payment | undefined): object[];
  refundEvents(sandbox: Sandbox, settled: RefundOfPayment): object[];
  methodEvents(sandbox: Sandbox, method: SavedMethod): object[];
  receiptEvents(sandbox: Sandbox, receipt: Receipt): object[];
  /** The shop has received a notification if it answers 200 with such a text. */
  isReceipt(text: string): boolean;
}

export interface Sandbox {
  dialect: Dialect;
  publicUrl: string;
  shopId: string;
  secretKey: string;
  notificationUrl: string | undefined;
  /** T-Bank: where a card that was entered leads to, with {CustomerKey} in it. A setting of the terminal there. */
  cardReturnUrl: string | undefined;
  paymentLifetimeMs: number;
  state: State;
  now: () => number;
  /** Commits, then wakes the notifier. */
  commit: (changes: Change[]) => void;
}
