import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../api/api-error.ts';
import { applyFault } from '../api/call.ts';
import { asObject, type Fields } from '../api/fields.ts';
import type { Sandbox } from '../context.ts';
import { findPayment } from '../expiry.ts';
import type { Fault, FaultTarget } from '../fault.ts';
import { receiptMinor } from '../receipt.ts';
import { addCard, addCustomer, getAddCardState, getCardList, removeCard } from './cards-of-customers.ts';
import { cancelPayment, charge, checkOrder, getQr, getState, initPayment } from './payments.ts';
import { sendClosingReceipt } from './receipt.ts';
import { Refused } from './refused.ts';
import { isSigned } from './token.ts';

type Call = (sandbox: Sandbox, fields: Fields, fault: Fault | null) => object;

/** Calls by name; a fault is ordered for a kind of calls. */
const calls: Record<string, [target: FaultTarget | ((sandbox: Sandbox, fields: Fields) => FaultTarget), run: Call]> = {
  Init: ['create', initPayment],
  GetState: ['get', getState],
  CheckOrder: ['list', checkOrder],
  GetQr: ['get', getQr],
  Charge: ['charge', charge],
  Cancel: [cancelTarget, cancelPayment],
  AddCustomer: ['get', addCustomer],
  AddCard: ['create', addCard],
  GetAddCardState: ['get', getAddCardState],
  GetCardList: ['get', getCardList],
  RemoveCard: ['remove', removeCard],
};

/** Beside `/v2`, as at T-Bank. */
export async function tbankCashboxRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  // What an operator of fiscal data shows.
  app.get<{ Params: { document: string } }>('/receipts/:document', ({ params }, reply) => {
    const found = [...sandbox.state.receipts.values()].find(({ document }) => document === params.document);
    return reply
      .code(found ? 200 : 404)
      .type('text/plain; charset=utf-8')
      .send(found ? `Чек ФД ${found.document}: ${(receiptMinor(found) / 100).toFixed(2)} руб.` : 'Такого чека нет');
  });
  app.post('/SendClosingReceipt', (request, reply) => answer(sandbox, request, reply, 'receipt', sendClosingReceipt));
}

export async function tbankRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  for (const [name, [target, run]] of Object.entries(calls))
    app.post(`/${name}`, (request, reply) => answer(sandbox, request, reply, target, run));
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'sandbox failed');
    return sendJson(reply, 500, JSON.stringify({ Success: false, ErrorCode: '9999', Message: 'Внутренняя ошибка' }));
  });
}

async function answer(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  target: FaultTarget | ((sandbox: Sandbox, fields: Fields) => FaultTarget),
  run: Call,
): Promise<FastifyReply> {
  try {
    const fields = asObject(request.body, 'body');
    if (fields.TerminalKey !== sandbox.shopId) throw new Refused('205', 'Терминал не найден');
    if (!isSigned(fields, sandbox.secretKey))
      throw new Refused('204', 'Неверный токен. Проверьте пару TerminalKey/SecretKey');
    const kind = typeof target === 'string' ? target : target(sandbox, fields);
    return await applyFault(sandbox, kind, reply, (fault) => ({
      status: 200,
      body: attempt(sandbox, fields, fault, run),
    }));
  } catch (error) {
    return sendJson(reply, 200, refusal(error));
  }
}

function attempt(sandbox: Sandbox, fields: Fields, fault: Fault | null, run: Call): string {
  try {
    const object = run(sandbox, fields, fault);
    return JSON.stringify(
      Array.isArray(object) ? object : { Success: true, ErrorCode: '0', TerminalKey: sandbox.shopId, ...object },
    );
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): string {
  const { code = '9', message } = error as Partial<Refused> & Error;
  const isOurs = error instanceof Refused;
  return JSON.stringify({ Success: false, ErrorCode: isOurs ? code : '9', Message: message, Details: message });
}

/** One call cancels what is not paid and refunds what is. */
function cancelTarget(sandbox: Sandbox, { PaymentId: id }: Fields): FaultTarget {
  return findPayment(sandbox, String(id))?.status === 'succeeded' ? 'refund' : 'cancel';
}
