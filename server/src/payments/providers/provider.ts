import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
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
  /** Of the receipt, by the numbers of 54-ФЗ; absent: the provider's configured one. */
  vatCode?: number | undefined;
  savesMethod?: boolean;
  /** The provider's id of a saved card, which pays without a page. */
  providerMethodId?: string | null;
  /** Charged by a rule, without the payer. */
  isAutomatic?: boolean;
  /** An earlier call may have reached the provider. */
  isRepeated: boolean;
  /** What an earlier call opened at a provider that charges a saved card in a second step. */
  preparedId: string | null;
  /** Stores what was opened before it is charged. Returns the one that was stored first, which alone may be charged. */
  prepare(providerId: string): Promise<string>;
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
  vatCode?: number | undefined;
  /** What the receipt returns, the amount as an advance where it is absent. */
  receiptLines?: ReceiptLine[];
  method: PaymentMethod;
  /** An earlier call may have reached the provider. */
  isRepeated: boolean;
  /** Of the same payment. */
  hasOtherRefunds: boolean;
}

export interface ProviderRefund {
  providerId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string | null;
  /** What the provider tells may be of another refund of the payment: staff decide. */
  isUnclear?: boolean;
}

/** Money that a receipt by 54-ФЗ is about: paid for services to come, or for services rendered. */
export interface ReceiptLine {
  name: string;
  amountMinor: number;
  mode: 'advance' | 'full_payment';
  /** By the numbers of 54-ФЗ, of a line that has another code than its receipt. */
  vatCode?: number;
}

/** Returns the code of VAT by the numbers of 54-ФЗ, of what is paid or rendered on that day. */
export type ReadVatCode = (db: Queries, day: string, mode: ReceiptLine['mode']) => Promise<number>;

/** What the tax authority knows a receipt by. Null where the provider does not say. */
export interface FiscalData {
  document: string | null;
  storage: string | null;
  sign: string | null;
  url: string | null;
  registeredAt: string | null;
}

/** A receipt of its own, beside those that go along with payments and refunds. The id is the idempotence key. */
export interface ReceiptIntent {
  receiptId: string;
  direction: 'payment' | 'refund';
  providerPaymentId: string;
  providerRefundId: string | null;
  lines: ReceiptLine[];
  vatCode: number;
  payerEmail: string;
}

export interface ProviderReceipt {
  /** Null where the provider numbers none. */
  providerId: string | null;
  status: 'pending' | 'registered' | 'failed';
  reason: string | null;
  fiscal: FiscalData;
}

export interface ListedReceipt extends ProviderReceipt {
  providerId: string;
  direction: 'payment' | 'refund';
  amountMinor: number | null;
}

/** A receipt that the provider reports by a signed notification alone. */
export interface ReportedReceipt extends Omit<ListedReceipt, 'providerId'> {
  /** Of the first line; null where it is not named. */
  mode: ReceiptLine['mode'] | null;
}

/** Calls throw ProviderRefusal or ProviderUnavailable. */
export interface ProviderReceipts {
  /** Not to be repeated after an unknown outcome unless `list` shows what came of it. */
  create(intent: ReceiptIntent): Promise<ProviderReceipt>;
  /** Of a payment, or of a refund. Absent where the provider notifies of receipts alone. */
  list?(of: { providerPaymentId: string } | { providerRefundId: string }): Promise<ListedReceipt[]>;
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

/** Returns null where the provider is unavailable or refuses: the poll of the payment, or the job of the refund or card, retries. */
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

/** Counts of calls that are not stored yet, by provider. */
export type CallResult = 'answered' | 'refused' | 'unanswered';
export const callCounts = new Map<string, Record<CallResult, number> & { lastAnswerAt: number | null }>();

function countCall(provider: string, result: CallResult): void {
  const counts = callCounts.get(provider) ?? { answered: 0, refused: 0, unanswered: 0, lastAnswerAt: null };
  const lastAnswerAt = result === 'unanswered' ? counts.lastAnswerAt : Date.now();
  callCounts.set(provider, { ...counts, [result]: counts[result] + 1, lastAnswerAt });
}

const calls = durations('provider_call_seconds', 'Calls of the payment provider', ['provider', 'operation', 'result']);

/** Times a call by its result. `operation` names no object: each id would be a new series. */
export async function timeCall<T>(provider: string, operation: string, call: () => Promise<T>): Promise<T> {
  const stopTimer = calls.startTimer({ provider, operation });
  try {
    const answer = await call();
    stopTimer({ result: 'answered' });
    countCall(provider, 'answered');
    return answer;
  } catch (error) {
    const isRefused = error instanceof ProviderRefusal;
    stopTimer({ result: isRefused ? 'refused' : 'silent' });
    countCall(provider, isRefused ? 'refused' : 'unanswered');
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
  kind: 'payment' | 'refund' | 'payment_method' | 'receipt';
  /** Of a receipt: the payment's. */
  objectId: string;
  /** For show, where the provider names it in notifications alone. */
  card?: ProviderCard;
  receipt?: ReportedReceipt;
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
  /** Absent where it makes none besides those of payments and refunds. */
  readonly receipts?: ProviderReceipts;
  /** Absent where it takes every payment within our own limits. */
  accepts?(payment: WantedPayment): boolean;
  createPayment(intent: PaymentIntent): Promise<ProviderPayment>;
  /** `savesMethod` false: no saved card is looked for. */
  getPayment(providerId: string, savesMethod?: boolean): Promise<ProviderPayment>;
  /** Searches what the provider charged since the given time. Null where it has charged nothing for ours. */
  findPayment(paymentId: string, since: Date): Promise<ProviderPayment | null>;
  createRefund(intent: RefundIntent): Promise<ProviderRefund>;
  /** `hasOtherRefunds` of the same payment, settled or not. */
  getRefund(providerId: string, hasOtherRefunds: boolean): Promise<ProviderRefund>;
  /** Absent where the provider saves cards along with payments alone. */
  createMethod?(intent: MethodIntent): Promise<ProviderMethod>;
  getMethod?(providerId: string): Promise<ProviderMethod>;
  /** Resolves once the provider has removed the card. Absent where it keeps none that could be. */
  removeMethod?(providerId: string): Promise<void>;
}

export type WantedPayment = Pick<PaymentIntent, 'method' | 'currency' | 'amountMinor'>;

/** A provider of roubles alone would charge as many roubles for a sum of dollars. */
export function takes({ accepts }: PaymentProvider, wanted: WantedPayment): boolean {
  return !accepts || accepts(wanted);
}

/** The providers that work side by side. A payment, refund or card stays with the one that made it. */
export interface Providers {
  /** Takes new payments that staff have chosen no other for. */
  default: PaymentProvider;
  byName: ReadonlyMap<string, PaymentProvider>;
}

export function providersOf(forNew: PaymentProvider, ...others: PaymentProvider[]): Providers {
  return { default: forNew, byName: new Map([forNew, ...others].map((provider) => [provider.name, provider])) };
}
