import type { EventSource } from '@kazna/contract/cabinet/payments';
import { businessDay } from '@kazna/contract/shared/business-time';
import { quoted } from '@kazna/contract/shared/quoted';
import type { ReferralRules } from '../people/referrals/bonuses.ts';
import type { Database } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { KeyName, StoredAnswer } from '../platform/idempotency/answers.ts';
import { jobKind, type Queue } from '../platform/jobs/queue.ts';
import { type Limit, runWithinLimit } from '../platform/throttling/throttle.ts';
import { applyProviderPayment, cancelRefusedPayment } from './apply-provider-payment.ts';
import { sendToReview } from './change-status.ts';
import {
  ignoringProviderErrors,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefusal,
  type Providers,
  ProviderUnavailable,
  type ReadVatCode,
} from './providers/provider.ts';
import { authorizeCharge, endRevoked } from './saved-methods/charge-card.ts';
import { findPayment, openPendingPayment, type PaymentRow, prepareCharge } from './store.ts';

export interface PaymentContext {
  db: Database;
  queue: Queue;
  providers: Providers;
  publicUrl: string;
  referralRules: ReferralRules;
  /** The business's own: receipts go there when the payer has deleted their account. */
  receiptEmail: string;
  /** Whether receipts are kept and settled; absent: they are not. */
  hasReceipts?: boolean;
  /** Of what is paid on that day, by the numbers of 54-ФЗ; absent: the provider's configured one. */
  readVatCode?: ReadVatCode;
}

type ProvidersContext = Pick<PaymentContext, 'providers'>;

/** A poll that failed by an error of ours, or of a payment that an earlier version stored. */
export const paymentSettling = jobKind<{ paymentId: string; attempt: number }>('payment-settling');

/**
 * Polls the provider and applies its report. A payment that the provider has not confirmed is created again under the
 * same key, which charges once; by a saved card only while it may be charged. Throws ProviderUnavailable or
 * ProviderRefusal while the outcome is unknown. A create that timed out may have succeeded, so the payment page may exist.
 */
export async function settlePayment(context: PaymentContext, paymentId: string, source: EventSource): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment || isFinal(payment) || isUnknownToProvider(context, payment)) return;
  const provider = context.providers.byName.get(payment.provider);
  // The provider has been taken out of the configuration, so its payments cannot be polled.
  if (!provider) return context.db.transaction((tx) => sendToReview(tx, paymentId, 'provider_unknown'));
  const report = await askProvider(provider, context, payment, true);
  if (report) await applyProviderPayment(context, paymentId, report, source);
}

/** What is answered about a payment that waits to be paid: stored by the statement that makes it so. */
export type AnswerTo = (opened: PaymentRow) => KeyName & StoredAnswer;

/**
 * Creates at the provider a payment that was stored a moment ago. Returns the payment where it waits to be paid, as
 * nearly always; null where it came otherwise, or without `answerTo`. `vatCode` is what was read along with storing the
 * payment. Throws ProviderUnavailable.
 */
export async function openPayment(
  context: PaymentContext,
  payment: PaymentRow,
  answerTo: AnswerTo | null,
  vatCode?: number,
): Promise<PaymentRow | null> {
  const { db } = context;
  try {
    const provider = context.providers.byName.get(payment.provider) as PaymentProvider;
    const report = await askProvider(provider, context, payment, false, vatCode);
    if (!report) return null;
    const { id } = payment;
    const { providerId, confirmationUrl } = report;
    const opened = { ...payment, providerPaymentId: providerId, confirmationUrl };
    const waits = report.status === 'pending' && report.paymentId === id;
    if (answerTo && waits && (await openPendingPayment(db, { id, providerId, confirmationUrl, ...answerTo(opened) })))
      return opened;
    await applyProviderPayment(context, id, report, 'poll');
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await cancelRefusedPayment(db, payment.id);
  }
  return null;
}

/** No report of the provider can change it: it is settled, or it ended before the provider made a page to pay on. */
export function isFinal({ status, providerPaymentId, isRevoked }: PaymentRow): boolean {
  if (isRevoked) return status !== 'pending';
  return status === 'succeeded' || status === 'review' || (status !== 'pending' && !providerPaymentId);
}

export function isPastProviderKeyLifetime({ providers }: ProvidersContext, payment: PaymentRow): boolean {
  const provider = providers.byName.get(payment.provider);
  return provider !== undefined && payment.ageSeconds >= provider.keyLifetimeSeconds;
}

/** The provider never answered, and the key has expired: a repeated create would open a second page to pay on. */
function isUnknownToProvider(context: ProvidersContext, payment: PaymentRow): boolean {
  return payment.providerPaymentId === null && isPastProviderKeyLifetime(context, payment) && !payment.isRevoked;
}

/** Returns null where nothing is to be asked: the saved card may not be charged, and never was. */
async function askProvider(
  provider: PaymentProvider,
  { db, publicUrl, receiptEmail, readVatCode }: PaymentContext,
  payment: PaymentRow,
  isRepeated: boolean,
  vatCode?: number,
): Promise<ProviderPayment | null> {
  if (payment.providerPaymentId) return provider.getPayment(payment.providerPaymentId, payment.savesMethod);
  if (payment.paymentMethodId) {
    const decision = await db.transaction((tx) => authorizeCharge(tx, payment.id));
    if (decision !== 'charge') return decision === 'look' ? findRevoked(provider, db, payment) : null;
  }
  const { id, amountMinor, currency, method, payerEmail } = payment;
  const vatNow = vatCode ?? (await readVatCode?.(db, businessDay(new Date()), 'advance'));
  return provider.createPayment({
    paymentId: id,
    amountMinor,
    currency,
    method,
    payerEmail: payerEmail ?? receiptEmail,
    vatCode: vatNow,
    description: describeForCheckout(payment, provider.maxDescriptionLength),
    returnUrl: `${publicUrl}/api/payments/${id}/return`,
    savesMethod: payment.savesMethod,
    providerMethodId: payment.providerMethodId,
    isAutomatic: payment.isAutomatic,
    isRepeated,
    preparedId: payment.preparedPaymentId,
    prepare: (providerId) => prepareCharge(db, id, providerId),
  });
}

/** By how much the provider's clock may differ from ours. */
const clockMarginMs = 60 * 60 * 1000;

/** Repeating the call could charge the card, so the provider's list shows whether an earlier one did. */
async function findRevoked(provider: PaymentProvider, db: Database, payment: PaymentRow) {
  const found = await provider.findPayment(
    payment.id,
    new Date(Date.now() - payment.ageSeconds * 1000 - clockMarginMs),
  );
  if (found) return found;
  if (!payment.isCallLost) throw new ProviderUnavailable(`a call for ${payment.id} may be on its way`);
  await db.transaction((tx) => endRevoked(tx, payment.id));
  return null;
}

/** What the provider's page says the money is for: whose balance, then what the payer wrote, which is never cut. */
function describeForCheckout({ organizationName, description }: PaymentRow, maxLength: number): string {
  const balance = organizationName ? `Пополнение баланса ${quoted(organizationName)}` : 'Пополнение баланса';
  const whole = description ? `${balance}. ${description}` : balance;
  if (whole.length <= maxLength) return whole;
  return description ?? `${balance.slice(0, maxLength - 1)}…`;
}

/** Polls of the provider that returning payers can cause: about one payment, and from one network. */
const returnsOfPayment: Limit = { name: 'payment-returns', hits: 6, windowSeconds: 60 };
const returnsFromNetwork: Limit = { name: 'payment-returns-network', hits: 120, windowSeconds: 60 };

/**
 * Polls the provider and returns the page to go to. The request is not authenticated, so the page is the same for
 * everybody and reveals nothing of the payment: it asks the server with the session's token.
 */
export async function returnFromProvider(context: PaymentContext, paymentId: string, network: string): Promise<string> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment) throw new Problem('not_found');
  if (!isFinal(payment) && !isPastProviderKeyLifetime(context, payment)) {
    const { db } = context;
    const ask = async () => void (await ignoringProviderErrors(settlePayment(context, paymentId, 'poll')));
    await runWithinLimit(db, returnsFromNetwork, [network], () =>
      runWithinLimit(db, returnsOfPayment, [paymentId], ask),
    );
  }
  const page = payment.paymentLinkId ? '/pay/result' : '/payments/success';
  return `${page}?${new URLSearchParams({ paymentId })}`;
}
