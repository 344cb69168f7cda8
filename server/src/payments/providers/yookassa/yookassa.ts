import { currencies, fromDecimal } from '@kazna/contract/shared/money';
import * as z from 'zod/mini';
import type {
  PaymentIntent,
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
  ReceiptLine,
  RefundIntent,
} from '../provider.ts';
import { type CallbackRules, yookassaCallbacks } from './callbacks.ts';
import { callYookassa, type YookassaOptions } from './client.ts';
import { reasonOf } from './decline-codes.ts';
import { bindingBody, methodObject, paidMethod, readMethod, readSaved } from './methods.ts';
import { amountOf, receiptBody, yookassaReceipts } from './receipts.ts';

const cancellation = z.optional(z.object({ reason: z.string() }));

/** The fields we rely on. An answer of another shape, or with an unknown status, counts as unavailability: it must not move money. */
const paymentObject = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: z.object({ value: z.string(), currency: z.string() }),
  confirmation: z.optional(z.object({ confirmation_url: z.optional(z.string()) })),
  // An unknown shape of it must not keep a payment from being settled.
  payment_method: z.catch(z.optional(paidMethod), undefined),
  cancellation_details: cancellation,
  metadata: z.optional(z.record(z.string(), z.unknown())),
});

const paymentList = z.object({ items: z.array(paymentObject), next_cursor: z.optional(z.string()) });

const refundObject = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  cancellation_details: cancellation,
});

export interface YookassaSetup extends YookassaOptions {
  callbackRules: CallbackRules;
}

const methodTypes = { card: 'bank_card', sbp: 'sbp' } as const;

/** The ИНН of YooKassa, by which its payouts are known in bank statements. */
export const yookassaInn = '7750005725';

/** The real API v3. */
export function createYookassa({ callbackRules, ...options }: YookassaSetup): PaymentProvider {
  return {
    name: 'yookassa',
    // It remembers keys for 24 hours; an hour is left for calls under way and clocks that differ.
    keyLifetimeSeconds: 23 * 60 * 60,
    pageLifetimeSeconds: 60 * 60,
    maxDescriptionLength: 128,
    callbacks: yookassaCallbacks(callbackRules),
    receipts: yookassaReceipts(options),
    createPayment: async (intent) => {
      const request = { key: intent.paymentId, body: paymentBody(intent, options) };
      return readPayment(await callYookassa(options, paymentObject, 'POST', '/payments', request));
    },
    getPayment: async (providerId) =>
      readPayment(await callYookassa(options, paymentObject, 'GET', `/payments/${encodeURIComponent(providerId)}`)),
    findPayment: (paymentId, since) => findPayment(options, paymentId, since),
    createRefund: async (intent) => {
      const request = { key: intent.refundId, body: refundBody(intent, options) };
      return readRefund(await callYookassa(options, refundObject, 'POST', '/refunds', request));
    },
    getRefund: async (providerId) =>
      readRefund(await callYookassa(options, refundObject, 'GET', `/refunds/${encodeURIComponent(providerId)}`)),
    createMethod: async (intent) => {
      const request = { key: intent.methodId, body: bindingBody(intent) };
      return readMethod(await callYookassa(options, methodObject, 'POST', '/payment_methods', request));
    },
    getMethod: async (providerId) =>
      readMethod(
        await callYookassa(options, methodObject, 'GET', `/payment_methods/${encodeURIComponent(providerId)}`),
      ),
  };
}

/** The list has no filter by metadata, so it is read page by page, the newest first. */
async function findPayment(options: YookassaOptions, ourId: string, since: Date): Promise<ProviderPayment | null> {
  const query = new URLSearchParams({ 'created_at.gte': since.toISOString(), limit: '100' });
  for (;;) {
    const page = await callYookassa(options, paymentList, 'GET', `/payments?${query}`);
    const found = page.items.map(readPayment).find(({ paymentId }) => paymentId === ourId);
    if (found || !page.next_cursor) return found ?? null;
    query.set('cursor', page.next_cursor);
  }
}

function paymentBody(intent: PaymentIntent, options: YookassaOptions): object {
  return {
    amount: amountOf(intent),
    // Without it the money would only be held.
    capture: true,
    ...payingWith(intent),
    description: intent.description,
    metadata: { payment_id: intent.paymentId },
    receipt: receiptBody(intent, advanceOf(intent), options),
  };
}

/** A saved card pays without its owner: the API refuses a page or another method along with it. */
function payingWith({ providerMethodId, savesMethod, returnUrl, method }: PaymentIntent): object {
  if (providerMethodId) return { payment_method_id: providerMethodId };
  return {
    confirmation: { type: 'redirect', return_url: returnUrl },
    payment_method_data: { type: methodTypes[method] },
    ...(savesMethod && { save_payment_method: true }),
  };
}

function refundBody(intent: RefundIntent, options: YookassaOptions): object {
  return {
    payment_id: intent.providerPaymentId,
    amount: amountOf(intent),
    description: intent.description,
    receipt: receiptBody(
      intent,
      intent.receiptLines ?? advanceOf({ ...intent, description: 'Возврат аванса' }),
      options,
    ),
  };
}

/** A top-up is an advance for services to come. */
function advanceOf({ description, amountMinor }: { description: string; amountMinor: number }): ReceiptLine[] {
  return [{ name: description, amountMinor, mode: 'advance' }];
}

function readPayment(object: z.output<typeof paymentObject>): ProviderPayment {
  const currency = currencies.find((known) => known === object.amount.currency);
  const ourId = object.metadata?.payment_id;
  const paidCard = object.payment_method?.card;
  return {
    providerId: object.id,
    paymentId: typeof ourId === 'string' ? ourId : null,
    status: object.status === 'waiting_for_capture' ? 'pending' : object.status,
    reason: reasonOf(object.cancellation_details?.reason),
    amountMinor: currency ? fromDecimal(object.amount.value, currency) : null,
    currency: object.amount.currency,
    confirmationUrl: object.confirmation?.confirmation_url ?? null,
    card: paidCard ? { last4: paidCard.last4, type: paidCard.card_type } : null,
    savedMethod: readSaved(object.payment_method),
  };
}

function readRefund(object: z.output<typeof refundObject>): ProviderRefund {
  return { providerId: object.id, status: object.status, reason: reasonOf(object.cancellation_details?.reason) };
}
