import {
  createPaymentForm,
  type PaymentMethod,
  paymentLimits,
  paymentMethods,
} from '@kazna/contract/cabinet/create-payment-form';
import { createInvoiceForm } from '@kazna/contract/cabinet/documents';
import { type Currency, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import * as z from 'zod/mini';
import { clearIdempotencyKey } from '../../../ui/forms/idempotency-key.ts';
import { currencyIn, formatTypedAmount, withTypedAmount } from '../../../ui/forms/typed-amount.tsx';

/** An invoice is no payment, but to people it is one more way to pay. */
export type TopUpMethod = PaymentMethod | 'invoice';
const topUpMethods: readonly TopUpMethod[] = [...paymentMethods, 'invoice'];

const invoiceForm = z.extend(createInvoiceForm, { method: z.literal('invoice') }).check((context) => {
  if (context.value.currency === 'RUB') return;
  const message = 'Счёт выставляется только в рублях';
  context.issues.push({ code: 'custom', input: context.value.currency, message, path: ['currency'] });
});

export const topUpForm = withTypedAmount(z.discriminatedUnion('method', [createPaymentForm, invoiceForm]), currencyIn);

const invoiceLimits = { minimum: 1, maximum: 100_000_000_000 };

export function limitsOf(method: string | undefined, currency: Currency): { minimum: number; maximum: number } {
  return method === 'invoice' ? invoiceLimits : paymentLimits[currency];
}

export function limitsText(method: string | undefined, currency: Currency): string {
  const { minimum, maximum } = limitsOf(method, currency);
  const [from, to] = [minimum, maximum].map((amountMinor) => formatMoney({ amountMinor, currency }));
  return method === 'invoice' ? `До ${to}` : `От ${from} до ${to}`;
}

export type Filled = Partial<Record<'amount' | 'currency' | 'method' | 'description', string | undefined>>;

export function initialValues({ amount = '', currency, method, description = '' }: Filled) {
  const known = currencyIn({ currency });
  const amountMinor = parseAmount(amount, known);
  return {
    amountMinor: amountMinor === null ? '' : formatTypedAmount({ amountMinor, currency: known }),
    currency: known,
    method: topUpMethods.find((one) => one === method) ?? 'card',
    description: description.slice(0, 128),
  };
}

/** After this the redirect has failed and the form is enabled again. */
const redirectTimeoutMs = 10_000;

/**
 * Resolves only if the person is still on this page: the navigation was stopped, or «back» restored it. The idempotency
 * key is cleared when the page is really left: until then the same form leads to the same payment.
 */
export async function redirectToCheckout(address: string): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  addEventListener('pagehide', () => clearIdempotencyKey('payment'), { signal });
  location.assign(address);
  await new Promise<void>((resolve) => {
    addEventListener('pageshow', () => resolve(), { signal });
    setTimeout(resolve, redirectTimeoutMs);
  });
  waiting.abort();
}
