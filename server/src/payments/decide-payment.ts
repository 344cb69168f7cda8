import { isPaidOtherwise } from '@kazna/contract/admin/payments';
import { type Currency, currencies } from '@kazna/contract/shared/money';
import { type ReferralRules, rewardReferrer } from '../people/referrals/bonuses.ts';
import type { Transaction } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { Problem } from '../platform/http/problem.ts';
import { changeStatus } from './change-status.ts';
import { type LockedPayment, lockPayment } from './status-store.ts';

export interface Resolution {
  paymentId: string;
  status: 'succeeded' | 'canceled';
  credit: 'paid' | 'requested';
  reason: string;
}

export interface ResolutionRules {
  referralRules: ReferralRules;
  /** Whether payers get receipts by 54-ФЗ. */
  hasReceipts?: boolean;
}

interface Resolved {
  amountMinor: number;
  currency: Currency;
  /** What the balance still lacks of the requested sum, where staff credit that one. */
  missingMinor: number;
}

/**
 * Cancels the payment or credits it. Where the provider never said how the payment ended, staff look there, and what was
 * asked for is credited. Where it said that something else was paid, the payment becomes at most that, so that no more
 * can be returned than came; what is missing of the requested sum is left to a correction.
 */
export async function resolveReview(
  tx: Transaction,
  { paymentId, status, credit, reason }: Resolution,
  { referralRules, hasReceipts }: ResolutionRules,
): Promise<Resolved> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status !== 'review') throw new Problem('payment_not_in_review');
  if (status === 'canceled') {
    await changeStatus(tx, payment, { status, reason, source: 'operator' });
    return { ...payment, missingMinor: 0 };
  }
  if (payment.isRevoked) throw new Problem('charge_revoked');
  if (!payment.isOrganizationOpen) throw new Problem('organization_closed');
  const came = paidOf(payment);
  const paid = credit === 'requested' ? atMostRequested(came, payment) : came;
  await refusingSharedObject(changeStatus(tx, payment, { status, reason, source: 'operator', paid, hasReceipts }));
  await rewardReferrer(tx, { ...payment, ...paid }, referralRules);
  const credited = { ...payment, ...paid };
  return { ...credited, missingMinor: credit === 'requested' ? payment.amountMinor - credited.amountMinor : 0 };
}

function paidOf({ claim, reason }: LockedPayment) {
  if (!claim && isPaidOtherwise({ reason })) throw new Problem('paid_amount_unknown');
  if (!claim) return undefined;
  const { amountMinor, providerPaymentId } = claim;
  const currency = currencies.find((known) => known === claim.currency);
  if (!amountMinor || !currency) throw new Problem('paid_amount_unknown');
  return { amountMinor, currency, providerPaymentId };
}

/** What came above the requested sum stays with the provider, from where staff return it. */
function atMostRequested(came: ReturnType<typeof paidOf>, requested: LockedPayment) {
  if (!came) return undefined;
  if (came.currency !== requested.currency) throw new Problem('paid_in_another_currency');
  return { ...came, amountMinor: Math.min(came.amountMinor, requested.amountMinor) };
}

/** One payment at the provider pays for one of ours: the database refuses a second. */
async function refusingSharedObject<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'payments_provider_key')) throw new Problem('paid_for_another_payment');
    throw error;
  }
}

/** The provider has no way to withdraw a page already open; a payment made there in time is credited all the same. */
export async function cancelPayment(tx: Transaction, organizationId: string, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.organizationId !== organizationId) throw new Problem('not_found');
  if (payment.status !== 'pending') throw new Problem('payment_not_pending');
  // There is no page to give up: the bank may be charging the card this moment.
  if (payment.paymentMethodId) throw new Problem('payment_being_charged');
  await changeStatus(tx, payment, { status: 'canceled', reason: 'canceled_by_user', source: 'user' });
}
