import type { FastifyInstance } from 'fastify';
import { ApiError } from './api/api-error.ts';
import { asInteger, asMoney, asObject, asOneOf, asText, invalid, optional } from './api/fields.ts';
import { listPage, statusFilter } from './api/list-page.ts';
import { toReceiptObject } from './api/receipts.ts';
import { registerJson } from './api/routes.ts';
import { toMethodObject, toPaymentObject, toRefundObject } from './api-object.ts';
import { methodChanges, paymentChanges, refundChanges } from './changes.ts';
import type { Sandbox } from './context.ts';
import { findMethod, findPayment, findRefund, settleDueObjects } from './expiry.ts';
import { type Fault, type FaultAction, type FaultTarget, faultsByTarget } from './fault.ts';
import { listFaults, setFaults } from './faults.ts';
import { force } from './payment.ts';
import { cancelRefund, succeedRefund } from './refund.ts';

type Query = Record<string, string | undefined>;

interface ById {
  Params: { id: string };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Fault injection and manual settling, for tests. */
export async function controlRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  registerJson(app, sandbox);
  app.get('/faults', () => ({ next: listFaults(sandbox.state) }));
  app.post('/faults', ({ body }) => {
    setFaults(sandbox.state, [...listFaults(sandbox.state), ...parseFaults(body)]);
    return { next: listFaults(sandbox.state) };
  });
  app.delete('/faults', () => {
    setFaults(sandbox.state, []);
    return { next: [] };
  });
  // Books of a provider whose API has no lists.
  app.get<{ Querystring: Query }>('/payments', ({ query }) => {
    settleDueObjects(sandbox);
    const isWanted = statusFilter(query, ['pending', 'waiting_for_capture', 'succeeded', 'canceled']);
    return listPage(sandbox.state.payments, query, isWanted, (payment) => toPaymentObject(payment, sandbox));
  });
  app.get<ById>('/payments/:id', ({ params }) => {
    const payment = findPayment(sandbox, params.id);
    if (!payment) throw new ApiError('not_found', 'There is no such payment', 'payment_id');
    return toPaymentObject(payment, sandbox);
  });
  app.get<{ Querystring: Query }>('/refunds', ({ query }) =>
    listPage(sandbox.state.refunds, query, () => true, toRefundObject),
  );
  app.get('/receipts', () => {
    settleDueObjects(sandbox);
    return { items: [...sandbox.state.receipts.values()].map(toReceiptObject) };
  });
  app.get('/payment_methods', () => ({
    items: [...sandbox.state.methods.values()].map((method) => toMethodObject(method, sandbox)),
  }));
  app.post<ById>('/payments/:id', ({ params, body }) => {
    const payment = findPayment(sandbox, params.id);
    if (!payment) throw new ApiError('not_found', 'There is no such payment', 'payment_id');
    const forced = force(payment, parsePaymentOrder(body), sandbox.now());
    sandbox.commit(paymentChanges(sandbox, forced));
    return toPaymentObject(forced, sandbox);
  });
  app.post<ById>('/payment_methods/:id', ({ params, body }) => {
    const method = findMethod(sandbox, params.id);
    if (!method) throw new ApiError('not_found', 'There is no such payment method', 'payment_method_id');
    const { declineReason: _, ...rest } = method;
    const forced = { ...rest, ...parseMethodOrder(body) };
    sandbox.commit(methodChanges(sandbox, forced));
    return toMethodObject(forced, sandbox);
  });
  app.post<ById>('/refunds/:id', ({ params, body }) => {
    const refund = findRefund(sandbox, params.id);
    const payment = refund && findPayment(sandbox, refund.paymentId);
    if (!refund || !payment) throw new ApiError('not_found', 'There is no such refund', 'refund_id');
    const order = asObject(body, 'body');
    const status = asOneOf(order.status, 'status', ['succeeded', 'canceled']);
    const reason = optional(order.reason, (text) => asText(text, 'reason', 64)) ?? 'insufficient_funds';
    const opened = { payment, refund };
    const settled = status === 'succeeded' ? succeedRefund(opened) : cancelRefund(opened, reason);
    sandbox.commit(refundChanges(sandbox, settled));
    return toRefundObject(settled.refund);
  });
}

function parsePaymentOrder(input: unknown) {
  const body = asObject(input, 'body');
  const statuses = ['pending', 'waiting_for_capture', 'succeeded', 'canceled'] as const;
  const status = optional(body.status, (value) => asOneOf(value, 'status', statuses));
  const reason = optional(body.reason, (value) => asText(value, 'reason', 64));
  const amount = optional(body.amount, (value) => asMoney(value, 'amount'));
  if (!status && !amount) throw invalid('status', 'A status or an amount is required');
  return { ...(status && { status }), ...(reason && { reason }), ...(amount && { amount }) };
}

/** Without a reason the saved card pays again. */
function parseMethodOrder(input: unknown) {
  const body = asObject(input, 'body');
  const status = optional(body.status, (value) => asOneOf(value, 'status', ['active', 'inactive'] as const));
  const declineReason = optional(body.decline_reason, (value) => asText(value, 'decline_reason', 64));
  return { ...(status && { status }), ...(declineReason && { declineReason }) };
}

function parseFaults(input: unknown): Fault[] {
  const { next } = asObject(input, 'body');
  if (!Array.isArray(next)) throw invalid('next', 'next must be a list of faults');
  return next.map((item, index) => {
    const fault = asObject(item, `next[${index}]`);
    const on = asOneOf(fault.on, `next[${index}].on`, Object.keys(faultsByTarget) as FaultTarget[]);
    const action = asOneOf<FaultAction>(fault.do, `next[${index}].do`, faultsByTarget[on]);
    const ms = optional(fault.ms, (value) => asInteger(value, `next[${index}].ms`, 0, dayMs));
    const times = optional(fault.times, (value) => asInteger(value, `next[${index}].times`, 1, 1_000_000)) ?? 1;
    const reason = optional(fault.reason, (value) => asText(value, `next[${index}].reason`, 64));
    return { on, do: action, times, ...(ms !== undefined && { ms }), ...(reason && { reason }) };
  });
}
