import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { type Currency, currency, formatMoney } from '../shared/money.ts';
import { paymentLimits } from './create-payment-form.ts';

const money = z.object({ amountMinor: z.int(), currency });

/** What may be charged without the saver in a calendar month, where they do not say. */
export const defaultCardCaps: Record<Currency, number> = {
  RUB: 5_000_000,
  USD: 50_000,
  EUR: 50_000,
  KZT: 25_000_000,
  BYN: 150_000,
};

export const cardCapForm = z.object({ amountMinor: z.int(), currency }).check((context) => {
  const { amountMinor, currency } = context.value;
  const { minimum, maximum } = paymentLimits[currency];
  if (amountMinor >= minimum && amountMinor <= 100 * maximum) return;
  const [from, to] = [minimum, 100 * maximum].map((limit) => formatMoney({ amountMinor: limit, currency }));
  const message = `Сумма от ${from} до ${to}`;
  context.issues.push({ code: 'custom', input: amountMinor, message, path: ['amountMinor'] });
});

/** A saved card. Nothing more of it is ever stored. */
export const savedMethod = z.object({
  id,
  /** «MasterCard», «Mir», as the provider calls it. */
  brand: z.nullable(z.string()),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  isDefault: z.boolean(),
  /** The decline after which the card is charged no more; null while it can be. */
  unusableReason: z.nullable(z.string()),
  savedBy: z.string(),
  /** Saved by the caller: others may neither pay by it nor put it under a rule without their yes. */
  isMine: z.boolean(),
  /** What the saver allows to be charged without them in a calendar month; null where they never said. */
  cap: z.nullable(money),
  /** A charge whose outcome is not known: if the card is removed now and the charge passes, it goes back. */
  charging: z.nullable(money),
  savedAt: time,
});
export type SavedMethod = z.output<typeof savedMethod>;

const brandNames: Record<string, string> = { mir: 'Мир', mastercard: 'Mastercard', visa: 'Visa', unionpay: 'UnionPay' };

/** Returns «Мир ·· 4477», or «Карта ·· 4477» of an unknown brand. */
export function cardTitle({ brand, last4 }: { brand: string | null; last4: string }): string {
  return `${brandNames[brand?.toLowerCase() ?? ''] ?? 'Карта'} ·· ${last4}`;
}

/** Returns «08/31». */
export function cardExpiry({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): string {
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}`;
}

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/payment-methods',
  summary: 'Saved cards of the active organization, the default one first',
  access: { organization: 'cards.read', of: 'session' },
  status: 200,
  answer: z.object({ items: z.array(savedMethod) }),
});

export const savePaymentMethod = endpoint({
  method: 'POST',
  path: '/api/payment-methods',
  summary: 'Save a card without paying: the person enters it on the provider’s page',
  access: { organization: 'cards.manage', of: 'session' },
  body: z.object({ cap: z.optional(cardCapForm) }),
  status: 201,
  answer: z.object({ confirmationUrl: z.string() }),
  problems: ['provider_silent', 'too_many_cards'],
});

const methodParams = z.object({ paymentMethodId: id });

export const removePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/api/payment-methods/{paymentMethodId}',
  summary: 'Remove a saved card: it is charged no more',
  access: { organization: 'cards.manage', of: 'session' },
  params: methodParams,
  status: 204,
  problems: ['not_found'],
});

export const setDefaultPaymentMethod = endpoint({
  method: 'POST',
  path: '/api/payment-methods/{paymentMethodId}/default',
  summary: 'Offer this card first',
  access: { organization: 'cards.manage', of: 'session' },
  params: methodParams,
  status: 204,
  problems: ['not_found'],
});

export const returnFromBinding = endpoint({
  method: 'GET',
  path: '/api/payment-methods/{paymentMethodId}/return',
  summary:
    'Where the provider sends the person back after a card was entered: asks the provider and leads to the cards',
  access: 'public',
  params: methodParams,
  status: 303,
});
