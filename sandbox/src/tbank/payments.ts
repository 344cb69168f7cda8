import { asInteger, asObject, asOneOf, asText, asWebUrl, type Fields, optional } from '../api/fields.ts';
import { checkoutUrl } from '../api-object.ts';
import { paymentChanges, refundChanges } from '../changes.ts';
import type { Sandbox } from '../context.ts';
import { findPayment, findRefund } from '../expiry.ts';
import type { Fault } from '../fault.ts';
import { takeFault } from '../faults.ts';
import { payBySavedCard } from '../pay-by-saved-card.ts';
import { cancel, type Payment } from '../payment.ts';
import { cancelRefund, openRefund, type Refund, refundableMinor, succeedRefund } from '../refund.ts';
import { rebillIdOf } from './dialect.ts';
import { checkReceipt, receiptItems } from './receipt.ts';
import { Refused } from './refused.ts';
import { errorCodeOf, statusOf } from './statuses.ts';

const minSbpMinor = 1000;

/** The same OrderId makes another payment, as CheckOrder lists several. */
export function initPayment(sandbox: Sandbox, fields: Fields): object {
  const amount = asInteger(fields.Amount, 'Amount', 100, 9_999_999_999);
  const orderId = asText(fields.OrderId, 'OrderId', 36);
  const savesMethod = optional(fields.Recurrent, (flag) => asOneOf(flag, 'Recurrent', ['Y'])) === 'Y';
  const customerKey = optional(fields.CustomerKey, (key) => asText(key, 'CustomerKey', 36));
  if (savesMethod && !customerKey) throw new Refused('9', 'CustomerKey is required with Recurrent');
  const description = optional(fields.Description, (text) => asText(text, 'Description', 140));
  const [returnUrl, failUrl] = ['SuccessURL', 'FailURL'].map((name) =>
    optional(fields[name], (url) => asWebUrl(url, name)),
  );
  optional(fields.DATA, (data) => asObject(data, 'DATA'));
  optional(fields.Receipt, (receipt) => checkReceipt(receipt, amount));
  const isCapturedAtOnce = optional(fields.PayType, (type) => asOneOf(type, 'PayType', ['O', 'T'])) !== 'T';
  const now = sandbox.now();
  const payment: Payment = {
    id: newPaymentId(sandbox),
    status: 'pending',
    amount: { minor: amount, currency: 'RUB' },
    createdAt: now,
    expiresAt: now + sandbox.paymentLifetimeMs,
    isCapturedAtOnce,
    hasReceipt: Boolean(fields.Receipt),
    ...(fields.Receipt ? { receiptItems: receiptItems(fields.Receipt) } : {}),
    metadata: { payment_id: orderId },
    refundedMinor: 0,
    refundPendingMinor: 0,
    ...(savesMethod && { savesMethod }),
    ...(customerKey && { merchantCustomerId: customerKey }),
    ...(description !== undefined && { description }),
    ...(returnUrl && { returnUrl }),
    ...(failUrl && { failUrl }),
  };
  sandbox.commit(paymentChanges(sandbox, payment));
  return { ...present(payment), PaymentURL: checkoutUrl(payment, sandbox) };
}

/** Numbers, as at T-Bank, that sort by time. */
function newPaymentId(sandbox: Sandbox): string {
  for (let number = sandbox.now() * 100; ; number += 1)
    if (!sandbox.state.payments.has(String(number))) return String(number);
}

function getPayment(sandbox: Sandbox, fields: Fields): Payment {
  const payment = findPayment(sandbox, String(fields.PaymentId));
  if (!payment) throw new Refused('255', 'Платёж не найден');
  return payment;
}

function present(payment: Payment) {
  const { id, amount, metadata } = payment;
  return { Status: statusOf(payment), PaymentId: id, OrderId: metadata?.payment_id, Amount: amount.minor };
}

export function getState(sandbox: Sandbox, fields: Fields): object {
  const payment = getPayment(sandbox, fields);
  for (const id of sandbox.state.openIds.refunds) findRefund(sandbox, id);
  return present(findPayment(sandbox, payment.id) as Payment);
}

export function checkOrder(sandbox: Sandbox, fields: Fields): object {
  const orderId = asText(fields.OrderId, 'OrderId', 36);
  const found = [...sandbox.state.payments.values()].filter(({ metadata }) => metadata?.payment_id === orderId);
  if (found.length === 0) throw new Refused('255', 'Заказ не найден');
  const payments = found.map(({ id }) => {
    const payment = findPayment(sandbox, id) as Payment;
    const { OrderId: _, ...state } = present(payment);
    return { ...state, Success: payment.status !== 'canceled', ErrorCode: errorCodeOf(payment) };
  });
  return { OrderId: orderId, Payments: payments };
}

export function getQr(sandbox: Sandbox, fields: Fields): object {
  const payment = getPayment(sandbox, fields);
  asOneOf(fields.DataType ?? 'PAYLOAD', 'DataType', ['PAYLOAD']);
  if (payment.amount.minor < minSbpMinor) throw new Refused('3008', 'Сумма для СБП от 10 рублей');
  if (payment.status !== 'pending') throw new Refused('8', 'Неверный статус транзакции');
  const byQr: Payment = { ...payment, requestedMethod: 'sbp' };
  sandbox.commit(paymentChanges(sandbox, byQr));
  const { PaymentId, OrderId } = present(byQr);
  return { PaymentId, OrderId, Data: checkoutUrl(byQr, sandbox) };
}

export function charge(sandbox: Sandbox, fields: Fields): object {
  const payment = getPayment(sandbox, fields);
  const method = [...sandbox.state.methods.values()].find(({ id, card }) => card && rebillIdOf(id) === fields.RebillId);
  if (!method) throw new Refused('7', 'Карта не найдена');
  if (statusOf(payment) !== 'NEW') throw new Refused('8', 'Неверный статус транзакции');
  const asked: Payment = { ...payment, savedMethodId: method.id };
  const charged = payBySavedCard(sandbox, asked, method, takeFault(sandbox.state, 'autopayment'));
  sandbox.commit(paymentChanges(sandbox, charged));
  return { ...present(charged), Success: charged.status !== 'canceled', ErrorCode: errorCodeOf(charged) };
}

export function cancelPayment(sandbox: Sandbox, fields: Fields, fault: Fault | null): object {
  const payment = getPayment(sandbox, fields);
  if (payment.status === 'succeeded') return refund(sandbox, payment, fields, fault);
  const isBeingCharged = payment.status === 'pending' && payment.savedMethodId !== undefined;
  if (isBeingCharged || fault?.do === 'refuse') throw new Refused('8', 'Неверный статус транзакции');
  const canceled = cancel(payment, { party: 'merchant', reason: 'canceled_by_merchant' });
  sandbox.commit(paymentChanges(sandbox, canceled));
  return { ...present(canceled), OriginalAmount: payment.amount.minor, NewAmount: 0 };
}

function refund(sandbox: Sandbox, payment: Payment, fields: Fields, fault: Fault | null): object {
  const left = refundableMinor(payment);
  const externalId = optional(fields.ExternalRequestId, (id) => asText(id, 'ExternalRequestId', 256));
  const isSbp = payment.method?.type === 'sbp';
  const same = [...sandbox.state.refunds.values()].find(
    (one) => one.paymentId === payment.id && externalId !== undefined && one.externalId === externalId,
  );
  // The key of a refund does not work for СБП.
  if (same && !isSbp) return presentRefund(payment, findRefund(sandbox, same.id) as Refund, left);
  const amount = optional(fields.Amount, (value) => asInteger(value, 'Amount', 1, left)) ?? left;
  optional(fields.Receipt, (receipt) => checkReceipt(receipt, amount));
  if (amount === 0) throw new Refused('8', 'Неверный статус транзакции');
  const now = sandbox.now();
  const opened = openRefund(payment, {
    id: `${payment.id}-${sandbox.state.refunds.size + 1}`,
    paymentId: payment.id,
    status: 'pending',
    amount: { ...payment.amount, minor: amount },
    createdAt: now,
    hasReceipt: Boolean(fields.Receipt),
    ...(fields.Receipt ? { receiptItems: receiptItems(fields.Receipt) } : {}),
    ...(externalId && { externalId }),
  });
  const isDelayed = fault?.do === 'pending' || isSbp;
  const succeedsAt =
    isDelayed && (fault?.do !== 'pending' || fault.ms !== undefined) ? now + (fault?.ms ?? 0) : undefined;
  const waiting = { ...opened, refund: { ...opened.refund, ...(succeedsAt !== undefined && { succeedsAt }) } };
  const isDeclined = fault?.do === 'decline';
  const settled = isDeclined
    ? cancelRefund(opened, fault.reason ?? 'insufficient_funds')
    : isDelayed
      ? waiting
      : succeedRefund(opened);
  sandbox.commit(refundChanges(sandbox, settled));
  return presentRefund(settled.payment, settled.refund, left);
}

function presentRefund(payment: Payment, { status, amount, externalId }: Refund, left: number): object {
  if (status === 'canceled') throw new Refused('1051', 'Возврат отклонён');
  const state = present(payment);
  return {
    ...state,
    OriginalAmount: left,
    NewAmount: Math.max(left - amount.minor, 0),
    ...(status === 'pending' && { Status: payment.method?.type === 'sbp' ? 'ASYNC_REFUNDING' : 'REFUNDING' }),
    ...(externalId && { ExternalRequestId: externalId }),
  };
}
