import * as z from 'zod/mini';
import type { MethodIntent, ProviderMethod, SavedProviderMethod } from '../provider.ts';

const digits = (count: number) => z.string().check(z.regex(new RegExp(`^\\d{${count}}$`)));

const card = z.object({
  last4: digits(4),
  card_type: z.catch(z.nullable(z.string().check(z.maxLength(32))), null),
  expiry_month: z.catch(z.optional(digits(2)), undefined),
  expiry_year: z.catch(z.optional(digits(4)), undefined),
});

/** The method of a payment: for СБП and wallets there is no card. */
export const paidMethod = z.object({
  id: z.catch(z.optional(z.string()), undefined),
  saved: z.catch(z.optional(z.boolean()), undefined),
  card: z.optional(card),
});

export const methodObject = z.object({
  id: z.string(),
  saved: z.boolean(),
  status: z.enum(['pending', 'active', 'inactive']),
  card: z.catch(z.optional(card), undefined),
  confirmation: z.optional(z.object({ confirmation_url: z.optional(z.string()) })),
});

export function bindingBody({ returnUrl }: MethodIntent): object {
  return { type: 'bank_card', confirmation: { type: 'redirect', return_url: returnUrl } };
}

/** Only `saved: true` permits charging: the payer may have unticked it, and some banks refuse. */
export function readSaved(method: z.output<typeof paidMethod> | undefined): SavedProviderMethod | null {
  const { id, saved, card } = method ?? {};
  if (saved !== true || !id || !card?.expiry_month || !card.expiry_year) return null;
  return {
    providerId: id,
    card: {
      last4: card.last4,
      type: card.card_type,
      expiryMonth: Number(card.expiry_month),
      expiryYear: Number(card.expiry_year),
    },
  };
}

export function readMethod(method: z.output<typeof methodObject>): ProviderMethod {
  const { id, status, confirmation } = method;
  return {
    providerId: id,
    status,
    confirmationUrl: confirmation?.confirmation_url ?? null,
    saved: status === 'active' ? readSaved(method) : null,
  };
}
