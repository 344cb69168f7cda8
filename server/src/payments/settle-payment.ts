import { defaultCardCaps } from '@kazna/contract/cabinet/payment-methods';
import type { EventSource } from '@kazna/contract/cabinet/payments';
import { quoted } from '@kazna/contract/shared/quoted';
import { type ReferralRules, rewardReferrer } from '../people/referrals/reward-referrer.ts';
import type { Database, Statement, Transaction } from '../platform/db/database.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { changeStatus } from './change-status.ts';
import { judge } from './payment.ts';
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefusal,
  type Providers,
  ProviderUnavailable,
} from './providers/provider.ts';
import { claimCharge, endRevoked } from './saved-methods/claim-charge.ts';
import { returnCharge } from './saved-methods/return-charge.ts';
import { saveCard } from './saved-methods/save-card.ts';
import { sendToReview } from './send-to-review.ts';
import { lockPayment } from './settling/lock-payment.ts';
import { setClaim } from './settling/store.ts';
import { findPayment, openPendingPayment, type PaymentRow, setProviderPayment } from './store.ts';

type ProvidersContext = Pick<PaymentContext, 'providers'>;

export interface PaymentContext {
  db: Database;
  queue: Queue;
  providers: Providers;
  publicUrl: string;
  referralRules: ReferralRules;
  /** The business's own: receipts go there when the payer has deleted their account. */
  receiptEmail: string;
}

/**
 * Asks the provider how the payment stands and records it. A payment that the provider has not confirmed to know is
 * asked for again under the same key, which charges nobody twice; a saved card only while it may be charged. Throws while the outcome is unknown: by
 * ProviderUnavailable, or by ProviderRefusal, since what was silent at first may have been a yes, and a page to pay on may
 * be open.
 */
export async function settlePayment(context: PaymentContext, paymentId: string, source: EventSource): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment || isFinal(payment) || isUnknownToProvider(context, payment)) return;
  const provider = context.providers.byName.get(payment.provider);
  // The provider has been taken out of the configuration, so its payments cannot be polled.
  if (!provider) return context.db.transaction((tx) => sendToReview(tx, paymentId, 'provider_unknown'));
  const claim = await askProvider(provider, context, payment);
  if (claim) await recordOutcome(context, paymentId, claim, source);
}

/** What is answered about a payment that waits to be paid: a part of the statement that makes it so. */
export type KeepAnswer = (opened: PaymentRow) => (condition: Statement) => Statement;

/**
 * Asks the provider for the first time, about a payment that was stored a moment ago. Returns the payment where it waits
 * to be paid, as nearly always; null where it came otherwise, or where nobody waits for an answer. Throws ProviderUnavailable.
 */
export async function openPayment(
  context: PaymentContext,
  payment: PaymentRow,
  keepAnswer: KeepAnswer | null,
): Promise<PaymentRow | null> {
  const { db } = context;
  try {
    const provider = context.providers.byName.get(payment.provider) as PaymentProvider;
    const claim = await askProvider(provider, context, payment);
    if (!claim) return null;
    const { providerId: providerPaymentId, confirmationUrl } = claim;
    const opened = { ...payment, providerPaymentId, confirmationUrl };
    const waits = claim.status === 'pending' && claim.paymentId === payment.id;
    if (keepAnswer && waits && (await openPendingPayment(db, payment.id, claim, keepAnswer(opened)))) return opened;
    await recordOutcome(context, payment.id, claim, 'poll');
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await giveUp(db, payment.id, 'poll');
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
  return provider !== undefined && Date.now() - Date.parse(payment.createdAt) >= provider.keyLifetimeSeconds * 1000;
}

/** The provider never answered, and the key has expired: a repeated create would open a second page to pay on. */
function isUnknownToProvider(context: ProvidersContext, payment: PaymentRow): boolean {
  return payment.providerPaymentId === null && isPastProviderKeyLifetime(context, payment) && !payment.isRevoked;
}

/** Returns null where nothing is to be asked: the saved card may not be charged, and never was. */
async function askProvider(
  provider: PaymentProvider,
  { db, publicUrl, receiptEmail }: PaymentContext,
  payment: PaymentRow,
): Promise<ProviderPayment | null> {
  if (payment.providerPaymentId) return provider.getPayment(payment.providerPaymentId);
  if (payment.paymentMethodId) {
    const claim = await db.transaction((tx) => claimCharge(tx, payment.id));
    if (claim !== 'charge') return claim === 'look' ? findRevoked(provider, db, payment) : null;
  }
  const { id, amountMinor, currency, method, payerEmail } = payment;
  return provider.createPayment({
    paymentId: id,
    amountMinor,
    currency,
    method,
    payerEmail: payerEmail ?? receiptEmail,
    description: describeForCheckout(payment, provider.maxDescriptionLength),
    returnUrl: `${publicUrl}/api/payments/${id}/return`,
    savesMethod: payment.savesMethod,
    providerMethodId: payment.providerMethodId,
  });
}

/** By how much the provider's clock may differ from ours. */
const clockMarginMs = 60 * 60 * 1000;

/** Repeating the call could charge the card, so the provider's list tells whether an earlier one did. */
async function findRevoked(provider: PaymentProvider, db: Database, payment: PaymentRow) {
  const found = await provider.findPayment(payment.id, new Date(Date.parse(payment.createdAt) - clockMarginMs));
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

/** Applies the provider's word to our payment, under its lock. */
export async function recordOutcome(
  { db, queue, referralRules }: Pick<PaymentContext, 'db' | 'queue' | 'referralRules'>,
  paymentId: string,
  claim: ProviderPayment,
  source: EventSource,
): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return;
    const { providerPaymentId } = payment;
    const isOther = providerPaymentId !== null && providerPaymentId !== claim.providerId;
    if (isOther && claim.status !== 'succeeded') return;
    if (!isOther && claim.paymentId === paymentId) await setProviderPayment(tx, paymentId, claim);
    // Money that came by another object of theirs is for a person to look at.
    const verdict = judge(payment, isOther ? { ...claim, paymentId: null } : claim);
    if (!verdict) return;
    if (verdict.status === 'succeeded' && payment.isRevoked) return returnCharge(tx, queue, payment, source);
    // A closed organization's balance is nobody's any more: a person returns the money.
    const isNobodys = verdict.status === 'succeeded' && !payment.isOrganizationOpen;
    const change = isNobodys ? ({ status: 'review', reason: 'organization_closed' } as const) : verdict;
    if (change.status === 'review') await setClaim(tx, paymentId, { ...claim, providerPaymentId: claim.providerId });
    if (change.status === 'succeeded') await saveCardOf(tx, payment, claim);
    await changeStatus(tx, payment, { ...change, source });
    if (change.status === 'succeeded') await rewardReferrer(tx, payment, referralRules);
  });
}

/** Lock order: before the ledger accounts that the success credits. */
async function saveCardOf(tx: Transaction, payment: PaymentRow, { savedMethod: saved }: ProviderPayment) {
  const { savesMethod, organizationId, provider, createdById: savedBy } = payment;
  const cap = { amountMinor: defaultCardCaps[payment.currency], currency: payment.currency };
  if (savesMethod && saved) await saveCard(tx, { organizationId, provider, savedBy, cap, saved });
}

/** The provider will not have it: nothing was charged. */
async function giveUp(db: Database, paymentId: string, source: EventSource): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment?.status !== 'pending') return;
    await changeStatus(tx, payment, { status: 'canceled', reason: 'provider_refused', source });
  });
}
