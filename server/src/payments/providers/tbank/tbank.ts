import * as z from 'zod/mini';
import {
  type PaymentIntent,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
  ProviderUnavailable,
  type RefundIntent,
} from '../provider.ts';
import { tbankCallbacks } from './callbacks.ts';
import { callTbank, type TbankOptions } from './client.ts';
import { createMethod, decodeCard, findSaved, getMethod, removeMethod } from './methods.ts';
import { receiptOf, tbankReceipts } from './receipts.ts';
import { reasonOf, tbankStatuses } from './statuses.ts';

/** The ИНН of T-Bank, by which its payouts are known in bank statements. */
export const tbankInn = '7710140679';

const text = z.pipe(z.union([z.string(), z.int()]), z.transform(String));
const status = z.string().check(z.refine((name) => Object.hasOwn(tbankStatuses, name)));

/** The fields we rely on. An unknown status counts as unavailability: it must not move money. */
const state = z.object({ PaymentId: text, OrderId: text, Status: status, Amount: z.int() });
const opened = z.extend(state, { Success: z.literal(true), PaymentURL: z.optional(z.string()) });
const charged = z.extend(state, { ErrorCode: z.optional(z.string()) });
const order = z.object({
  Payments: z.array(
    z.object({
      PaymentId: text,
      Status: status,
      Amount: z.int(),
      ErrorCode: z.catch(z.optional(z.string()), undefined),
    }),
  ),
});
const canceled = z.object({ Success: z.literal(true), Status: status });

type State = z.output<typeof state> & { ErrorCode?: string | undefined };

const minSbpMinor = 1000;

/** T-Bank's acquiring API v2. Its OrderId is our payment's id, and it has no idempotency keys. */
export function createTbank(options: TbankOptions): PaymentProvider {
  return {
    name: 'tbank',
    // OrderId has no end; a day is how long a payment without an answer waits before staff look at it.
    keyLifetimeSeconds: 23 * 60 * 60,
    pageLifetimeSeconds: 60 * 60,
    maxDescriptionLength: 140,
    accepts: ({ method, currency, amountMinor }) =>
      currency === 'RUB' && (method !== 'sbp' || amountMinor >= minSbpMinor),
    callbacks: tbankCallbacks(options),
    receipts: tbankReceipts(options),
    createPayment: (intent) => (intent.providerMethodId ? chargeCard(options, intent) : openPage(options, intent)),
    getPayment: async (providerId, savesMethod = true) => {
      const found = await callTbank(options, state, 'GetState', { PaymentId: providerId });
      const isDeclined = tbankStatuses[found.Status]?.payment === 'canceled';
      const code = isDeclined ? await findErrorCode(options, found) : undefined;
      const payment = readPayment({ ...found, ErrorCode: code });
      if (payment.status !== 'succeeded' || !savesMethod) return payment;
      const savedMethod = await findSaved(options, found.OrderId);
      return { ...payment, savedMethod, card: savedMethod?.card ?? null };
    },
    findPayment: async (paymentId) => {
      // A payment that was opened and not charged is none: it has no page to pay on.
      const found = (await listOrder(options, paymentId)).find(
        ({ Status }) => Status !== 'NEW' && Status !== 'CANCELED',
      );
      return found ? readPayment(found) : null;
    },
    createRefund: (intent) => createRefund(options, intent),
    getRefund: async (providerId, hasOtherRefunds) => {
      const [PaymentId] = providerId.split(':');
      const { Status } = await callTbank(options, state, 'GetState', { PaymentId });
      // The state is the payment's, in which a refund that failed leaves no trace beside one that succeeded.
      if (hasOtherRefunds && Status === 'PARTIAL_REFUNDED')
        return { providerId, status: 'pending', reason: null, isUnclear: true };
      return { providerId, status: tbankStatuses[Status]?.refund ?? 'pending', reason: null };
    },
    createMethod: ({ methodId }) => createMethod(options, methodId),
    getMethod: (providerId) => getMethod(options, providerId),
    removeMethod: (providerId) => removeMethod(options, providerId),
  };
}

function readPayment({ PaymentId, OrderId, Status, Amount, ErrorCode }: State): ProviderPayment {
  const { payment, isOdd } = tbankStatuses[Status] as (typeof tbankStatuses)[string];
  return {
    providerId: PaymentId,
    paymentId: OrderId,
    status: payment,
    reason: reasonOf(Status, ErrorCode),
    amountMinor: isOdd ? null : Amount,
    currency: 'RUB',
    confirmationUrl: null,
    card: null,
    savedMethod: null,
  };
}

/** The payments of one order, without those of an unknown one. */
async function listOrder(options: TbankOptions, orderId: string): Promise<State[]> {
  try {
    const { Payments } = await callTbank(options, order, 'CheckOrder', { OrderId: orderId });
    return Payments.map((payment) => ({ ...payment, OrderId: orderId }));
  } catch (error) {
    if (error instanceof ProviderRefusal) return [];
    throw error;
  }
}

async function findErrorCode(options: TbankOptions, { OrderId, PaymentId }: State): Promise<string | undefined> {
  return (await listOrder(options, OrderId)).find((one) => one.PaymentId === PaymentId)?.ErrorCode;
}

function init(options: TbankOptions, intent: PaymentIntent): Promise<z.output<typeof opened>> {
  const { paymentId, amountMinor, description, returnUrl, savesMethod, providerMethodId } = intent;
  // Who begins the operation, as card networks want to know: 0 the payer, 1 the payer who saves the card, R the shop.
  const initiator = providerMethodId ? (intent.isAutomatic ? 'R' : '2') : savesMethod ? '1' : '0';
  return callTbank(options, opened, 'Init', {
    Amount: amountMinor,
    OrderId: paymentId,
    Description: description,
    PayType: 'O',
    SuccessURL: returnUrl,
    FailURL: returnUrl,
    ...(savesMethod && { Recurrent: 'Y', CustomerKey: paymentId }),
    DATA: { OperationInitiatorType: initiator },
    Receipt: receiptOf({ ...intent, lines: [{ name: description, amountMinor, mode: 'advance' }] }, options),
  });
}

/**
 * The address of a page is given once, so where an answer was lost another page is opened. The first one that is stored is
 * shown. The others are not canceled: the answer of a slow call may still come and be the first.
 */
async function openPage(options: TbankOptions, intent: PaymentIntent): Promise<ProviderPayment> {
  const known = intent.isRepeated ? await listOrder(options, intent.paymentId) : [];
  const begun = known.find(({ Status }) => Status !== 'NEW' && Status !== 'CANCELED');
  if (begun) return readPayment(begun);
  const unseen = known.find(({ Status }) => Status === 'NEW');
  if (unseen && intent.method === 'sbp') return withQr(options, unseen);
  try {
    const made = await init(options, intent);
    if (intent.method === 'sbp') return withQr(options, made);
    return { ...readPayment(made), confirmationUrl: made.PaymentURL ?? null };
  } catch (error) {
    const [last] = known.slice(-1);
    if (!(error instanceof ProviderRefusal) || !last) throw error;
    // The order is not taken a second time: what was made of it ends by itself, or is canceled.
    if (unseen) throw new ProviderUnavailable(`the page of ${intent.paymentId} is not known`);
    return readPayment({ ...last, Status: 'CANCELED' });
  }
}

async function withQr(options: TbankOptions, payment: State): Promise<ProviderPayment> {
  const qr = z.object({ Success: z.literal(true), Data: z.string() });
  const { Data } = await callTbank(options, qr, 'GetQr', { PaymentId: payment.PaymentId, DataType: 'PAYLOAD' });
  return { ...readPayment(payment), confirmationUrl: Data };
}

/**
 * Opens a payment and charges the card for it. Of several that were opened for one of ours, only the one whose number was
 * stored first is ever charged, and T-Bank charges a payment once.
 */
async function chargeCard(options: TbankOptions, intent: PaymentIntent): Promise<ProviderPayment> {
  const { rebillId } = decodeCard(intent.providerMethodId as string);
  const known = intent.preparedId || !intent.isRepeated ? [] : await listOrder(options, intent.paymentId);
  const open = known.find(({ Status }) => Status === 'NEW') ?? known[0];
  const PaymentId = await intent.prepare(
    intent.preparedId ?? open?.PaymentId ?? (await init(options, intent)).PaymentId,
  );
  if (intent.preparedId || open) {
    const found = await callTbank(options, state, 'GetState', { PaymentId });
    if (found.Status !== 'NEW') return readPayment({ ...found, ErrorCode: await findErrorCode(options, found) });
  }
  try {
    return readPayment(await callTbank(options, charged, 'Charge', { PaymentId, RebillId: rebillId }));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // Charged by a call at the same time, or the card is none: the state tells.
    const found = await callTbank(options, state, 'GetState', { PaymentId });
    if (found.Status === 'NEW') throw error;
    return readPayment({ ...found, ErrorCode: await findErrorCode(options, found) });
  }
}

async function createRefund(options: TbankOptions, intent: RefundIntent): Promise<ProviderRefund> {
  const { refundId, providerPaymentId, amountMinor, method } = intent;
  const providerId = `${providerPaymentId}:${refundId}`;
  // ExternalRequestId makes the call idempotent, except of СБП.
  if (method === 'sbp' && intent.isRepeated) return findSbpRefund(options, providerId, intent);
  const { Status } = await callTbank(options, canceled, 'Cancel', {
    PaymentId: providerPaymentId,
    Amount: amountMinor,
    ExternalRequestId: refundId,
    Receipt: receiptOf(
      { ...intent, lines: intent.receiptLines ?? [{ name: 'Возврат аванса', amountMinor, mode: 'advance' }] },
      options,
    ),
  });
  return { providerId, status: tbankStatuses[Status]?.refund ?? 'pending', reason: null };
}

/** A call that was not answered is known by the payment's state, if it is the payment's only refund; else staff decide. */
async function findSbpRefund(options: TbankOptions, providerId: string, intent: RefundIntent): Promise<ProviderRefund> {
  const { providerPaymentId, hasOtherRefunds } = intent;
  const { Status } = await callTbank(options, state, 'GetState', { PaymentId: providerPaymentId });
  if (hasOtherRefunds) throw new ProviderUnavailable(`one of several refunds of ${providerPaymentId} is not known`);
  if (Status === 'CONFIRMED') return createRefund(options, { ...intent, isRepeated: false });
  return { providerId, status: tbankStatuses[Status]?.refund ?? 'pending', reason: null };
}
