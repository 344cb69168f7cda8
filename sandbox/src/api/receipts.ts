import type { FastifyInstance } from 'fastify';
import { newObjectId } from '../api-object.ts';
import type { Sandbox } from '../context.ts';
import { findPayment, findRefund } from '../expiry.ts';
import type { Fault } from '../fault.ts';
import { toAmountObject } from '../money.ts';
import { fiscalStorage, type Receipt } from '../receipt.ts';
import { findSandboxReceipt, newReceipt } from '../register-receipts.ts';
import { ApiError } from './api-error.ts';
import { getCall, type Outcome, postCall } from './call.ts';
import { asMoney, asObject, asOneOf, asText, invalid, optional } from './fields.ts';
import { listPage, statusFilter } from './list-page.ts';
import { checkReceipt, receiptItems } from './receipt.ts';

type Query = Record<string, string | undefined>;

export function receiptRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/receipts', (request, reply) =>
    postCall(sandbox, 'receipt', request, reply, (fault) => createReceipt(sandbox, request.body, fault)),
  );
  app.get<{ Querystring: Query }>('/receipts', ({ query }, reply) =>
    getCall(sandbox, 'receipts', reply, () => {
      for (const id of sandbox.state.receipts.keys()) findSandboxReceipt(sandbox, id);
      const isStatus = statusFilter(query, ['pending', 'succeeded', 'canceled']);
      const isWanted = (receipt: Receipt) =>
        isStatus(receipt) &&
        (query.payment_id === undefined || (receipt.paymentId === query.payment_id && !receipt.refundId)) &&
        (query.refund_id === undefined || receipt.refundId === query.refund_id);
      return listPage(sandbox.state.receipts, query, isWanted, toReceiptObject);
    }),
  );
}

function createReceipt(sandbox: Sandbox, input: unknown, fault: Fault | null): Outcome {
  if (fault?.do === 'refuse') throw invalid('items', 'Ordered refusal of a receipt');
  const body = asObject(input, 'body');
  const type = asOneOf(body.type, 'type', ['payment', 'refund'] as const);
  const refund = optional(body.refund_id, (id) => findRefund(sandbox, asText(id, 'refund_id', 64)));
  const paymentId = refund?.paymentId ?? asText(body.payment_id, 'payment_id', 64);
  const payment = findPayment(sandbox, paymentId);
  if (payment?.status !== 'succeeded') throw new ApiError('invalid_request', 'There is no such payment', 'payment_id');
  const { settlements } = body;
  if (!Array.isArray(settlements) || settlements.length === 0) throw invalid('settlements', 'settlements are required');
  const amounts = settlements.map((one, index) => {
    const settlement = asObject(one, `settlements[${index}]`);
    asOneOf(settlement.type, `settlements[${index}].type`, ['cashless', 'prepayment', 'postpayment', 'consideration']);
    return asMoney(settlement.amount, `settlements[${index}].amount`);
  });
  const minor = amounts.reduce((sum, amount) => sum + amount.minor, 0);
  checkReceipt(body, { minor, currency: 'RUB' });
  const id = newObjectId(sandbox.now());
  const made = { id, type, paymentId, ...(refund && { refundId: refund.id }), items: receiptItems(body) };
  const receipt = newReceipt(sandbox, made, fault);
  return { changes: [{ table: 'receipts', id, value: receipt }], object: toReceiptObject(receipt) };
}

export function toReceiptObject(receipt: Receipt) {
  const { id, type, status, paymentId, refundId, items, document, registeredAt } = receipt;
  return {
    id,
    type,
    status,
    ...(refundId ? { refund_id: refundId } : { payment_id: paymentId }),
    items: items.map(({ description, minor, vat, mode }) => ({
      description,
      quantity: 1,
      amount: toAmountObject({ minor, currency: 'RUB' }),
      vat_code: vat,
      payment_mode: mode,
    })),
    ...(registeredAt !== undefined && {
      registered_at: new Date(registeredAt).toISOString(),
      fiscal_document_number: document,
      fiscal_storage_number: fiscalStorage,
      fiscal_attribute: String(Number(document) * 7919),
    }),
  };
}
