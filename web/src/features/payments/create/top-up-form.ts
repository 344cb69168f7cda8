import { createPaymentForm, paymentLimits, paymentMethods } from '@kazna/contract/cabinet/create-payment-form';
import { createInvoiceForm } from '@kazna/contract/cabinet/documents';
import { type Currency, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import * as z from 'zod/mini';
import type { TopUpMethod } from '../../../parts/paying/method-cards.tsx';
import { currencyIn, formatTypedAmount, withTypedAmount } from '../../../ui/forms/typed-amount.tsx';

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
