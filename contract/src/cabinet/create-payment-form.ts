import * as z from 'zod/mini';
import { id, lineOfText } from '../shared/fields.ts';
import { type Currency, currency, formatMoney } from '../shared/money.ts';
import { subscribeForm } from '../shared/subscribe-form.ts';

export const paymentMethods = ['card', 'sbp'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentLimits: Record<Currency, { minimum: number; maximum: number }> = {
  RUB: { minimum: 100, maximum: 50_000_000 },
  USD: { minimum: 100, maximum: 500_000 },
  EUR: { minimum: 100, maximum: 500_000 },
  KZT: { minimum: 10_000, maximum: 250_000_000 },
  BYN: { minimum: 100, maximum: 1_500_000 },
};

export const createPaymentForm = z
  .object({
    // The limits by currency are checked below.
    amountMinor: z.int(),
    currency,
    method: z.enum(paymentMethods),
    description: z.optional(lineOfText(1, 128)),
    saveMethod: z.optional(z.boolean()),
    /** A saved card, which pays without the provider's page. */
    paymentMethodId: z.optional(id),
    /** Connects a tariff once the payment has succeeded. */
    subscribe: z.optional(subscribeForm),
  })
  .check((context) => {
    const { method, saveMethod, paymentMethodId } = context.value;
    if ((saveMethod || paymentMethodId) && method !== 'card')
      context.issues.push({ code: 'custom', input: method, message: 'Выберите карту', path: ['method'] });
    if (saveMethod && paymentMethodId)
      context.issues.push({ code: 'custom', input: saveMethod, message: 'Карта уже сохранена', path: ['saveMethod'] });
  })
  .check((context) => {
    const { amountMinor, currency } = context.value;
    const { minimum, maximum } = paymentLimits[currency];
    if (amountMinor >= minimum && amountMinor <= maximum) return;
    const [from, to] = [minimum, maximum].map((limit) => formatMoney({ amountMinor: limit, currency }));
    context.issues.push({
      code: 'custom',
      input: amountMinor,
      message: `Сумма от ${from} до ${to}`,
      path: ['amountMinor'],
    });
  });
