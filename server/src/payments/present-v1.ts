import type { Refund } from '@kazna/contract/v1/events';
import type { Payment } from '@kazna/contract/v1/payments';
import type { RefundRow } from './refunds/store.ts';
import type { PaymentRow } from './store.ts';

export function presentPaymentV1(row: PaymentRow): Payment {
  const { id, organizationId, amountMinor, refundedMinor, currency, method, description, status } = row;
  const { createdAt, paidAt } = row;
  return {
    ...{ id, organizationId, amountMinor, refundedMinor, currency, method, description, status },
    ...{ createdAt, paidAt },
  };
}

export function presentRefundV1(
  { id, paymentId, amountMinor, reason, createdAt }: RefundRow,
  { organizationId, currency }: PaymentRow,
  status: Refund['status'],
): Refund {
  return { id, paymentId, organizationId, amountMinor, currency, status, reason, createdAt };
}
