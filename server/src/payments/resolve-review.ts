import { isPaidOtherwise } from '@kazna/contract/admin/payments';
import { currencies } from '@kazna/contract/shared/money';
import { type ReferralRules, rewardReferrer } from '../people/referrals/bonuses.ts';
import type { Transaction } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { Problem } from '../platform/http/problem.ts';
import { changeStatus } from './change-status.ts';
import { type LockedPayment, lockPayment } from './settling/lock-payment.ts';

export interface Resolution {
  paymentId: string;
  status: 'succeeded' | 'canceled';
  reason: string;
}

/**
 * Cancels the payment or credits what was really paid. Where the provider never said how the payment ended, staff look
 * there, and what was asked for is credited; where it said that something else was paid, only its sum is.
 */
export async function resolveReview(
  tx: Transaction,
  { paymentId, status, reason }: Resolution,
  referralRules: ReferralRules,
): Promise<{ amountMinor: number; currency: string }> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status !== 'review') throw new Problem('payment_not_in_review');
  if (status === 'canceled') {
    await changeStatus(tx, payment, { status, reason, source: 'operator' });
    return payment;
  }
  if (payment.isRevoked) throw new Problem('charge_revoked');
  if (!payment.isOrganizationOpen) throw new Problem('organization_closed');
  const paid = paidOf(payment);
  await refusingSharedObject(changeStatus(tx, payment, { status, reason, source: 'operator', paid }));
  await rewardReferrer(tx, { ...payment, ...paid }, referralRules);
  return { ...payment, ...paid };
}

function paidOf({ claim, reason }: LockedPayment) {
  if (!claim && isPaidOtherwise({ reason })) throw new Problem('paid_amount_unknown');
  if (!claim) return undefined;
  const { amountMinor, providerPaymentId } = claim;
  const currency = currencies.find((known) => known === claim.currency);
  if (!amountMinor || !currency) throw new Problem('paid_amount_unknown');
  return { amountMinor, currency, providerPaymentId };
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
