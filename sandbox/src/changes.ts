import type { Sandbox } from './context.ts';
import { notificationChanges } from './notifications.ts';
import type { Payment } from './payment.ts';
import type { RefundOfPayment } from './refund.ts';
import { paymentReceipt, refundReceipt } from './register-receipts.ts';
import { type SavedMethod, saveCard } from './saved-method.ts';
import type { Change } from './state.ts';

export function paymentChanges(sandbox: Sandbox, payment: Payment): Change[] {
  const before = sandbox.state.payments.get(payment.id);
  return [
    { table: 'payments', id: payment.id, value: payment },
    ...paymentReceipt(sandbox, payment),
    ...savedCard(sandbox, payment),
    ...notificationChanges(sandbox, payment.id, sandbox.dialect.paymentEvents(sandbox, payment, before)),
  ];
}

export function refundChanges(sandbox: Sandbox, settled: RefundOfPayment): Change[] {
  const { payment, refund } = settled;
  return [
    ...paymentChanges(sandbox, payment),
    { table: 'refunds', id: refund.id, value: refund },
    ...refundReceipt(sandbox, refund),
    ...notificationChanges(sandbox, refund.id, sandbox.dialect.refundEvents(sandbox, settled)),
  ];
}

/** A binding notifies the shop when it succeeds; one that was given up does not. */
export function methodChanges(sandbox: Sandbox, method: SavedMethod): Change[] {
  const isNotified = method.status === 'active' && sandbox.state.methods.get(method.id)?.status === 'pending';
  return [
    { table: 'methods', id: method.id, value: method },
    ...(isNotified ? notificationChanges(sandbox, method.id, sandbox.dialect.methodEvents(sandbox, method)) : []),
  ];
}

/** A payment that asked for it saves its card once it is paid; other methods are not saved here. */
function savedCard(sandbox: Sandbox, payment: Payment): Change[] {
  const { id, status, method, savesMethod, merchantCustomerId: customerKey } = payment;
  const isPaid = status === 'succeeded' || status === 'waiting_for_capture';
  if (!savesMethod || !isPaid || method?.type !== 'bank_card' || sandbox.state.methods.has(id)) return [];
  return [
    { table: 'methods', id, value: { ...saveCard(id, method, sandbox.now()), ...(customerKey && { customerKey }) } },
  ];
}
