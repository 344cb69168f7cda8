import { toPaymentObject, toRefundObject } from './api-object.ts';
import type { Sandbox } from './context.ts';
import { notificationChanges } from './notifications.ts';
import type { Payment } from './payment.ts';
import type { RefundOfPayment } from './refund.ts';
import type { Change } from './state.ts';

/** The changed payment and the notification of its new status. */
export function paymentChanges(sandbox: Sandbox, payment: Payment): Change[] {
  const before = sandbox.state.payments.get(payment.id);
  const isNotified = before !== undefined && before.status !== payment.status && payment.status !== 'pending';
  const object = toPaymentObject(payment, sandbox);
  return [
    { table: 'payments', id: payment.id, value: payment },
    ...(isNotified ? notificationChanges(sandbox, `payment.${payment.status}`, object) : []),
  ];
}

/** A refused refund sends no notification, like the real provider: shops have to poll. */
export function refundChanges(sandbox: Sandbox, { payment, refund }: RefundOfPayment): Change[] {
  const isNotified = refund.status === 'succeeded';
  return [
    ...paymentChanges(sandbox, payment),
    { table: 'refunds', id: refund.id, value: refund },
    ...(isNotified ? notificationChanges(sandbox, 'refund.succeeded', toRefundObject(refund)) : []),
  ];
}
