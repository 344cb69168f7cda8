import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { Currency } from '@kazna/contract/shared/money';

/** What we ask a provider to collect. Our id is the idempotence key, so that asking twice charges once. */
export interface PaymentIntent {
  paymentId: string;
  amountMinor: number;
  currency: Currency;
  method: PaymentMethod;
  description: string;
  returnUrl: string;
  payerEmail: string;
  savesMethod?: boolean;
  /** The provider's id of a saved card, which pays without a page. */
  providerMethodId?: string | null;
}

export interface ProviderPayment {
  providerId: string;
  /** Our id, as the provider was given it. */
  paymentId: string | null;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string | null;
  /** Null where the provider speaks of a currency or an amount that cannot be ours. */
  amountMinor: number | null;
  currency: string;
  confirmationUrl: string | null;
  /** Null for other methods, and until the payer has chosen a card. */
  card: ProviderCard | null;
  /** Null unless the provider says that the card is saved. */
  savedMethod: SavedProviderMethod | null;
}

interface ProviderCard {
  last4: string;
  /** «MasterCard», «Mir», as the provider calls it. */
  type: string | null;
}

/** What may be kept and shown of a saved card. */
export interface ProviderCardMask extends ProviderCard {
  expiryMonth: number;
  expiryYear: number;
}

export interface SavedProviderMethod {
  providerId: string;
  card: ProviderCardMask;
}

/** A card that is saved without a payment. Our id is the idempotence key. */
export interface MethodIntent {
  methodId: string;
  returnUrl: string;
}

export interface ProviderMethod {
  providerId: string;
  status: 'pending' | 'active' | 'inactive';
  confirmationUrl: string | null;
  /** Null until the card is saved. */
  saved: SavedProviderMethod | null;
}

export interface RefundIntent {
  refundId: string;
  providerPaymentId: string;
  amountMinor: number;
  currency: Currency;
  description: string;
  payerEmail: string;
}

export interface ProviderRefund {
  providerId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string | null;
}

/** The provider answered that it will not do it: asking again is of no use. */
export class ProviderRefusal extends Error {
  readonly reason: string;
  constructor(reason: string, description: string) {
    super(description);
    this.reason = reason;
  }
}

/** The outcome is unknown: silence, a broken connection or an error of theirs. Ask again with the same key. */
export class ProviderUnavailable extends Error {}

/** A provider remembers our keys for a day; past it the same question could charge, or return, anew. */
export const keysLiveSeconds = 23 * 60 * 60;
/** Characters that the provider's page shows of what a payment is for. */
export const longestDescription = 128;

/** The providers this shop works with. A payment stays with the one that was asked for it. */
export interface Providers {
  /** Takes new payments. */
  current: PaymentProvider;
  find(name: string): PaymentProvider | undefined;
}

export function providersOf(current: PaymentProvider, ...earlier: PaymentProvider[]): Providers {
  return { current, find: (name) => [current, ...earlier].find((provider) => provider.name === name) };
}

/** What every payment provider can do for us. Calls throw ProviderRefusal or ProviderUnavailable. */
export interface PaymentProvider {
  readonly name: string;
  createPayment(intent: PaymentIntent): Promise<ProviderPayment>;
  getPayment(providerId: string): Promise<ProviderPayment>;
  /** Looks through what the provider made since the given time. Null where it has no payment for ours. */
  findPayment(paymentId: string, since: Date): Promise<ProviderPayment | null>;
  createRefund(intent: RefundIntent): Promise<ProviderRefund>;
  getRefund(providerId: string): Promise<ProviderRefund>;
  createMethod(intent: MethodIntent): Promise<ProviderMethod>;
  getMethod(providerId: string): Promise<ProviderMethod>;
}
