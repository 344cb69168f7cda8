import { toMethodObject, toPaymentObject, toRefundObject } from './api-object.ts';
import type { Sandbox } from './context.ts';
import { notificationChanges } from './notifications.ts';
import type { Payment } from './payment.ts';
import type { RefundOfPayment } from './refund.ts';
import { type SavedMethod, saveCard } from './saved-method.ts';
import type { Change } from './state.ts';

export function paymentChanges(sandbox: Sandbox, payment: Payment): Change[] {
  const before = sandbox.state.payments.get(payment.id);
  const isNotified = before !== undefined && before.status !== payment.status && payment.status !== 'pending';
  const object = toPaymentObject(payment, sandbox);
  return [
    { table: 'payments', id: payment.id, value: payment },
    ...savedCard(sandbox, payment),
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

/** A binding notifies the shop when it succeeds; one that was given up does not. */
export function methodChanges(sandbox: Sandbox, method: SavedMethod): Change[] {
  const isNotified = method.status === 'active' && sandbox.state.methods.get(method.id)?.status === 'pending';
  const object = toMethodObject(method, sandbox);
  return [
    { table: 'methods', id: method.id, value: method },
    ...(isNotified ? notificationChanges(sandbox, 'payment_method.active', object) : []),
  ];
}

/** A payment that asked for it saves its card once it is paid; other methods are not saved here. */
function savedCard(sandbox: Sandbox, { id, status, method, savesMethod }: Payment): Change[] {
  const isPaid = status === 'succeeded' || status === 'waiting_for_capture';
  if (!savesMethod || !isPaid || method?.type !== 'bank_card' || sandbox.state.methods.has(id)) return [];
  return [{ table: 'methods', id, value: saveCard(id, method, sandbox.now()) }];
}
