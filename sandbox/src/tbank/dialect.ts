import { createHash } from 'node:crypto';
import type { Dialect, Sandbox } from '../context.ts';
import type { BankCard, Payment } from '../payment.ts';
import { fiscalStorage, type Receipt, receiptMinor } from '../receipt.ts';
import type { SavedMethod } from '../saved-method.ts';
import { tbankCards } from './cards.ts';
import { errorCodeOf, statusOf } from './statuses.ts';
import { tokenOf } from './token.ts';

export const tbankDialect: Dialect = {
  cards: tbankCards,
  confirmationCode: '1qwezxc',
  paymentEvents: (sandbox, payment, before) => {
    const status = statusOf(payment);
    const isNotified = before !== undefined && before.status !== payment.status && payment.status !== 'pending';
    if (!isNotified) return [];
    // A payment in one step is authorized and confirmed at once, with a notification of each.
    const statuses = status === 'CONFIRMED' ? ['AUTHORIZED', status] : [status];
    return statuses.map((one) => paymentEvent(sandbox, payment, one));
  },
  refundEvents: (sandbox, { payment, refund }) =>
    refund.status === 'succeeded' ? [paymentEvent(sandbox, payment, statusOf(payment))] : [],
  methodEvents: (sandbox, method) => [
    signed(sandbox, {
      NotificationType: 'LINKCARD',
      CustomerKey: method.customerKey,
      RequestKey: method.id,
      Success: true,
      Status: 'COMPLETED',
      ErrorCode: '0',
      ...cardFields(method),
      RebillId: rebillIdOf(method.id),
    }),
  ],
  receiptEvents: (sandbox, receipt) => [receiptEvent(sandbox, receipt)],
  isReceipt: (text) => text.trim() === 'OK',
};

function paymentEvent(sandbox: Sandbox, payment: Payment, status: string): object {
  const { id, amount, metadata, method } = payment;
  const saved = sandbox.state.methods.get(payment.savedMethodId ?? id);
  const isSaved = payment.savesMethod === true && payment.status === 'succeeded';
  return signed(sandbox, {
    OrderId: metadata?.payment_id,
    Success: payment.status !== 'canceled',
    Status: status,
    PaymentId: Number(id),
    ErrorCode: errorCodeOf(payment),
    Amount: amount.minor,
    ...(method?.type === 'bank_card' && cardFields({ id: saved?.id ?? id, card: method })),
    ...((isSaved || payment.savedMethodId) && { RebillId: rebillIdOf(payment.savedMethodId ?? id) }),
  });
}

function receiptEvent(sandbox: Sandbox, receipt: Receipt): object {
  const { type, paymentId, status, document, registeredAt, items } = receipt;
  const payment = sandbox.state.payments.get(paymentId);
  const isMade = status === 'succeeded';
  return signed(sandbox, {
    OrderId: payment?.metadata?.payment_id,
    Success: isMade,
    Status: 'RECEIPT',
    PaymentId: Number(paymentId),
    ErrorCode: isMade ? '0' : '331',
    Amount: receiptMinor(receipt),
    Type: type === 'refund' ? 'IncomeReturn' : 'Income',
    Receipt: {
      Items: items.map(({ description, minor, mode }) => ({ Name: description, Amount: minor, PaymentMethod: mode })),
    },
    ...(isMade && {
      FiscalDocumentNumber: Number(document),
      FnNumber: fiscalStorage,
      FiscalDocumentAttribute: Number(document) * 7919,
      ReceiptDatetime: new Date(registeredAt ?? 0).toISOString(),
      Url: `${sandbox.publicUrl}/cashbox/receipts/${document}`,
    }),
  });
}

function signed(sandbox: Sandbox, fields: Record<string, unknown>): object {
  const whole = { TerminalKey: sandbox.shopId, ...fields };
  return { ...whole, Token: tokenOf(whole, sandbox.secretKey) };
}

export function cardFields({ id, card }: Pick<SavedMethod, 'id' | 'card'>) {
  return { CardId: cardIdOf(id), ...(card && { Pan: panOf(card), ExpDate: expiryOf(card) }) };
}

function panOf({ first6, last4 }: BankCard): string {
  return `${first6}******${last4}`;
}

function expiryOf({ expiryMonth, expiryYear }: BankCard): string {
  return expiryMonth + expiryYear.slice(-2);
}

export function cardIdOf(methodId: string): string {
  return numberFrom(`card ${methodId}`);
}

export function rebillIdOf(methodId: string): string {
  return numberFrom(`rebill ${methodId}`);
}

function numberFrom(text: string): string {
  return String(createHash('sha256').update(text).digest().readUIntBE(0, 6) + 10 ** 9);
}
