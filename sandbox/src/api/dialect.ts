import { toMethodObject, toPaymentObject, toRefundObject } from '../api-object.ts';
import { testCards } from '../cards.ts';
import type { Dialect } from '../context.ts';

const event = (name: string, object: object) => ({ type: 'notification', event: name, object });

export const yookassaDialect: Dialect = {
  cards: testCards,
  confirmationCode: '1234',
  paymentEvents: (sandbox, payment, before) => {
    const isNotified = before !== undefined && before.status !== payment.status && payment.status !== 'pending';
    return isNotified ? [event(`payment.${payment.status}`, toPaymentObject(payment, sandbox))] : [];
  },
  // A refused refund sends no notification, like the real provider: shops have to poll.
  refundEvents: (_, { refund }) =>
    refund.status === 'succeeded' ? [event('refund.succeeded', toRefundObject(refund))] : [],
  methodEvents: (sandbox, method) => [event('payment_method.active', toMethodObject(method, sandbox))],
  // Shops poll for receipts: there is no event of them.
  receiptEvents: () => [],
  isReceipt: () => true,
};
