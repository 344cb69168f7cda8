import type { Transaction } from '../../platform/db/database.ts';
import { lockRule, selectPast } from '../auto-top-up/store.ts';
import { changeStatus } from '../change-status.ts';
import { type LockedPayment, lockPayment } from '../settling/lock-payment.ts';
import { setChargeAsked, setRevoked } from '../settling/store.ts';
import { unusableReason } from './saved-card.ts';
import { lockMethodShared, type MethodRow } from './store.ts';

/** `charge`: call now. `look`: the permission is gone, and an earlier call may have been a yes. `over`: nothing to do. */
export type ChargeClaim = 'charge' | 'look' | 'over';

/**
 * Decides at the moment of each call, also of a repeated one, whether the saved card may be charged. The organization is
 * locked shared: whoever takes the permission away locks it alone, so either they see the claim, and what the call
 * charges goes back, or we see that the permission is gone. Lock order: organization, payment, rule, card.
 */
export async function claimCharge(tx: Transaction, paymentId: string): Promise<ChargeClaim> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status !== 'pending' || payment.providerPaymentId) return 'over';
  if (await isPermitted(tx, payment)) {
    await setChargeAsked(tx, paymentId);
    return 'charge';
  }
  await setRevoked(tx, paymentId);
  if (payment.isChargeAsked) return 'look';
  await changeStatus(tx, payment, { status: 'canceled', reason: 'charge_revoked', source: 'poll' });
  return 'over';
}

async function isPermitted(tx: Transaction, payment: LockedPayment): Promise<boolean> {
  const { organizationId, paymentMethodId, providerMethodId } = payment;
  if (payment.isRevoked || !payment.isOrganizationActive || !providerMethodId) return false;
  if (payment.isAutomatic) {
    const rule = await lockRule(tx, organizationId);
    if (rule?.status !== 'active' || rule.paymentMethodId !== paymentMethodId) return false;
  }
  const card = await lockMethodShared(tx, paymentMethodId as string);
  if (card?.status !== 'active' || unusableReason(card)) return false;
  // A person who pays by a card of their own says yes by that.
  return !payment.isAutomatic || isWithinCap(tx, payment, card);
}

async function isWithinCap(tx: Transaction, payment: LockedPayment, { cap }: MethodRow): Promise<boolean> {
  const { spentMinor } = await selectPast(tx, payment.organizationId, payment.currency);
  return cap?.currency === payment.currency && spentMinor <= cap.amountMinor;
}

/** The provider does not know the charge, and no call can be on its way any more. */
export async function endRevoked(tx: Transaction, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status !== 'pending' || payment.providerPaymentId) return;
  await changeStatus(tx, payment, { status: 'canceled', reason: 'charge_revoked', source: 'poll' });
}
