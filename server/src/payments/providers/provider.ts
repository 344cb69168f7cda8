import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { Currency } from '@kazna/contract/shared/money';
import { durations } from '../../platform/metrics.ts';

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

/** The provider rejected the request: repeating it is of no use. */
export class ProviderRefusal extends Error {
  readonly reason: string;
  constructor(reason: string, description: string) {
    super(description);
    this.reason = reason;
  }
}

/** The outcome is unknown: a timeout, a broken connection or an error of theirs. Retry with the same key. */
export class ProviderUnavailable extends Error {}

/** Returns null where the provider is unavailable or refuses: the job of the payment, refund or card retries. */
export async function ignoringProviderErrors<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefusal) return null;
    throw error;
  }
}

/** Returns the seconds to wait after the given poll of the provider, counted from 0; the last backoff repeats. */
export function backoffAfter(pollBackoffSeconds: number[], attempt: number): number {
  return pollBackoffSeconds[Math.min(attempt, pollBackoffSeconds.length - 1)] as number;
}

const calls = durations('provider_call_seconds', 'Calls of the payment provider', ['operation', 'result']);

/** Times a call by its result. `operation` names no object: each id would be a new series. */
export async function timeCall<T>(operation: string, call: () => Promise<T>): Promise<T> {
  const stopTimer = calls.startTimer({ operation });
  try {
    const answer = await call();
    stopTimer({ result: 'answered' });
    return answer;
  } catch (error) {
    stopTimer({ result: error instanceof ProviderRefusal ? 'refused' : 'silent' });
    throw error;
  }
}

/** A request to `/api/webhooks/{provider}`. */
export interface ProviderCallback {
  address: string;
  query: Record<string, unknown>;
  body: unknown;
}

/** An object of the provider that may have changed. It is fetched before anything is believed. */
export interface CallbackHint {
  kind: 'payment' | 'refund' | 'payment_method';
  objectId: string;
}

/** The body is none that the provider sends. */
export class MalformedCallback extends Error {}

export interface ProviderCallbacks {
  /** By its network, a secret or a signature. */
  isGenuine(callback: ProviderCallback): boolean;
  /** Returns null for an event about something that is none of ours. Throws MalformedCallback. */
  read(body: unknown): CallbackHint | null;
  /** The answer that keeps the provider from sending the notification again. */
  acknowledgement: { contentType: string; text: string };
}

/**
 * What a payment provider does for us. Calls throw ProviderRefusal or ProviderUnavailable. Reasons are those of
 * `decline-reasons.ts`; a code that has no counterpart there is passed as it is.
 */
export interface PaymentProvider {
  /** Stored with each payment, refund and card, and a part of the address of its webhook. */
  readonly name: string;
  /** Within this time a repeated call with the same key is idempotent; after it, it could charge or return anew. */
  readonly keyLifetimeSeconds: number;
  /** How long a payer may stay on the provider's page. */
  readonly pageLifetimeSeconds: number;
  /** Characters that the provider's page shows of what a payment is for. */
  readonly maxDescriptionLength: number;
  readonly callbacks: ProviderCallbacks;
  createPayment(intent: PaymentIntent): Promise<ProviderPayment>;
  getPayment(providerId: string): Promise<ProviderPayment>;
  /** Searches what the provider made since the given time. Null where it has no payment for ours. */
  findPayment(paymentId: string, since: Date): Promise<ProviderPayment | null>;
  createRefund(intent: RefundIntent): Promise<ProviderRefund>;
  getRefund(providerId: string): Promise<ProviderRefund>;
  /** Absent where the provider saves cards along with payments alone. */
  createMethod?(intent: MethodIntent): Promise<ProviderMethod>;
  getMethod?(providerId: string): Promise<ProviderMethod>;
}

/** The providers that work side by side. A payment, refund or card stays with the one that made it. */
export interface Providers {
  /** Takes new payments. */
  default: PaymentProvider;
  byName: ReadonlyMap<string, PaymentProvider>;
}

export function providersOf(forNew: PaymentProvider, ...others: PaymentProvider[]): Providers {
  return { default: forNew, byName: new Map([forNew, ...others].map((provider) => [provider.name, provider])) };
}
