import type { FastifyInstance } from 'fastify';
import { newObjectId, toRefundObject } from '../api-object.ts';
import { refundChanges } from '../changes.ts';
import type { Sandbox } from '../context.ts';
import { findPayment, findRefund, settleDueObjects } from '../expiry.ts';
import type { Fault } from '../fault.ts';
import {
  cancelRefund,
  openRefund,
  type Refund,
  type RefundOfPayment,
  refundableMinor,
  succeedRefund,
} from '../refund.ts';
import { ApiError } from './api-error.ts';
import { getCall, type Outcome, postCall } from './call.ts';
import { asMoney, asObject, asText, invalid, optional } from './fields.ts';
import { listPage, statusFilter } from './list-page.ts';
import { checkReceipt, receiptItems } from './receipt.ts';

export function refundRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/refunds', (request, reply) =>
    postCall(sandbox, 'refund', request, reply, (fault) => createRefund(sandbox, request.body, fault)),
  );
  app.get<{ Params: { id: string } }>('/refunds/:id', (request, reply) =>
    getCall(sandbox, 'get', reply, () => {
      const refund = findRefund(sandbox, request.params.id);
      if (!refund) throw new ApiError('not_found', 'There is no such refund', 'refund_id');
      return toRefundObject(refund);
    }),
  );
  app.get<{ Querystring: Record<string, string | undefined> }>('/refunds', ({ query }) => {
    settleDueObjects(sandbox);
    const hasStatus = statusFilter(query, ['pending', 'succeeded', 'canceled']);
    const isWanted = (refund: Refund) =>
      hasStatus(refund) && (query.payment_id === undefined || refund.paymentId === query.payment_id);
    return listPage(sandbox.state.refunds, query, isWanted, toRefundObject);
  });
}

function createRefund(sandbox: Sandbox, input: unknown, fault: Fault | null): Outcome {
  const body = asObject(input, 'body');
  const payment = findPayment(sandbox, asText(body.payment_id, 'payment_id', 36));
  if (!payment) throw invalid('payment_id', 'There is no such payment');
  const amount = asMoney(body.amount, 'amount');
  const description = optional(body.description, (text) => asText(text, 'description', 250));
  optional(body.receipt, (receipt) => checkReceipt(receipt, amount));
  if (payment.status !== 'succeeded') throw invalid('payment_id', 'Only a succeeded payment can be refunded');
  if (amount.currency !== payment.amount.currency) throw invalid('amount.currency', 'The payment has another currency');
  if (amount.minor > refundableMinor(payment)) throw invalid('amount.value', 'More than is left of the payment');
  const now = sandbox.now();
  const opened = openRefund(payment, {
    id: newObjectId(now),
    paymentId: payment.id,
    status: 'pending',
    amount,
    createdAt: now,
    hasReceipt: Boolean(body.receipt),
    ...(body.receipt ? { receiptItems: receiptItems(body.receipt) } : {}),
    ...(description !== undefined && { description }),
  });
  const settled = settleAtOnce(opened, fault, now);
  return { changes: refundChanges(sandbox, settled), object: toRefundObject(settled.refund) };
}

function settleAtOnce(opened: RefundOfPayment, fault: Fault | null, now: number): RefundOfPayment {
  if (fault?.do === 'decline') return cancelRefund(opened, fault.reason ?? 'insufficient_funds');
  if (fault?.do !== 'pending') return succeedRefund(opened);
  return fault.ms === undefined ? opened : { ...opened, refund: { ...opened.refund, succeedsAt: now + fault.ms } };
}
