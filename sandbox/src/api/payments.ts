import type { FastifyInstance } from 'fastify';
import { newObjectId, toPaymentObject } from '../api-object.ts';
import { paymentChanges } from '../changes.ts';
import type { Sandbox } from '../context.ts';
import { findPayment, settleDueObjects } from '../expiry.ts';
import { takeFault } from '../faults.ts';
import { payBySavedCard } from '../pay-by-saved-card.ts';
import { cancel, capture, type Payment } from '../payment.ts';
import { ApiError } from './api-error.ts';
import { getCall, type Outcome, postCall } from './call.ts';
import { asMoney, asObject, invalid, optional } from './fields.ts';
import { listPage, statusFilter } from './list-page.ts';
import { parsePaymentRequest } from './payment-request.ts';
import { checkReceipt } from './receipt.ts';

interface ById {
  Params: { id: string };
}

export function paymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/payments', (request, reply) =>
    postCall(sandbox, 'create', request, reply, () => createPayment(sandbox, request.body)),
  );
  app.get<ById>('/payments/:id', (request, reply) =>
    getCall(sandbox, 'get', reply, () => toPaymentObject(getPayment(sandbox, request.params.id), sandbox)),
  );
  app.get<{ Querystring: Record<string, string | undefined> }>('/payments', ({ query }, reply) =>
    getCall(sandbox, 'list', reply, () => {
      settleDueObjects(sandbox);
      const isWanted = statusFilter(query, ['pending', 'waiting_for_capture', 'succeeded', 'canceled']);
      return listPage(sandbox.state.payments, query, isWanted, (payment) => toPaymentObject(payment, sandbox));
    }),
  );
  app.post<ById>('/payments/:id/capture', (request, reply) =>
    postCall(sandbox, 'capture', request, reply, () => {
      const payment = getPayment(sandbox, request.params.id);
      return changed(sandbox, capturePayment(payment, request.body, sandbox.now()));
    }),
  );
  app.post<ById>('/payments/:id/cancel', (request, reply) =>
    postCall(sandbox, 'cancel', request, reply, (fault) => {
      const payment = getPayment(sandbox, request.params.id);
      if (fault?.do === 'refuse') throw new ApiError('invalid_request', 'This payment cannot be canceled', 'status');
      return changed(sandbox, cancel(payment, { party: 'merchant', reason: 'canceled_by_merchant' }));
    }),
  );
}

function createPayment(sandbox: Sandbox, body: unknown): Outcome {
  const now = sandbox.now();
  const payment: Payment = {
    ...parsePaymentRequest(body),
    id: newObjectId(now),
    status: 'pending',
    createdAt: now,
    expiresAt: now + sandbox.paymentLifetimeMs,
    refundedMinor: 0,
    refundPendingMinor: 0,
  };
  if (payment.savedMethodId === undefined) return changed(sandbox, payment);
  const method = sandbox.state.methods.get(payment.savedMethodId);
  if (!method?.card) throw invalid('payment_method_id', 'There is no such saved method');
  return changed(sandbox, payBySavedCard(sandbox, payment, method, takeFault(sandbox.state, 'autopayment')));
}

function capturePayment(payment: Payment, input: unknown, now: number): Payment {
  const body = optional(input, (value) => asObject(value, 'body')) ?? {};
  const amount = optional(body.amount, (value) => asMoney(value, 'amount')) ?? payment.amount;
  if (amount.currency !== payment.amount.currency) throw invalid('amount.currency', 'Another currency was held');
  if (amount.minor > payment.amount.minor) throw invalid('amount.value', 'More than was held');
  optional(body.receipt, (receipt) => checkReceipt(receipt, amount));
  return capture(payment, amount, now);
}

function getPayment(sandbox: Sandbox, id: string): Payment {
  const payment = findPayment(sandbox, id);
  if (!payment) throw new ApiError('not_found', 'There is no such payment', 'payment_id');
  return payment;
}

function changed(sandbox: Sandbox, payment: Payment): Outcome {
  return { changes: paymentChanges(sandbox, payment), object: toPaymentObject(payment, sandbox) };
}
