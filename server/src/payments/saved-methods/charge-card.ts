import type { Money } from '@kazna/contract/shared/money';
import { notifyMembers } from '../../organizations/notify-members.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import { lockRule, selectPast } from '../auto-top-up/store.ts';
import { changeStatus } from '../change-status.ts';
import { type LockedPayment, lockPayment, setChargeAsked, setRevoked } from '../status-store.ts';
import { cardPermissionAsked } from './notifications.ts';
import { findMethod, lockMethodShared, type MethodRow, titleOf, unusableReason } from './store.ts';

/** `charge`: call now. `look`: the permission is gone, and an earlier call may have succeeded. `over`: nothing to do. */
export type ChargeDecision = 'charge' | 'look' | 'over';

/**
 * Decides at the moment of each call, also of a repeated one, whether the saved card may be charged. The organization is
 * locked shared: those who take the permission away lock it alone, so either they see the call under way, and what it
 * charges goes back, or we see that the permission is gone. Lock order: organization, payment, rule, card.
 */
export async function authorizeCharge(tx: Transaction, paymentId: string): Promise<ChargeDecision> {
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
  // A person who pays by their own card consents by that.
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

const requestsPerCard: Limit = { name: 'card-permission-requests', hits: 5, windowSeconds: 3600 };

interface WantedPayment {
  organizationId: string;
  userId: string;
  form: Money & { paymentMethodId?: string | undefined };
}

/** Asks the saver of the card for a payment by it, which they make themselves or not at all. */
export async function askSaver(
  { db }: { db: Database },
  { organizationId, userId, form }: WantedPayment,
): Promise<void> {
  const { amountMinor, currency, paymentMethodId: cardId } = form;
  const card = cardId ? await findMethod(db, cardId) : null;
  if (card?.organizationId !== organizationId) return;
  const asked = { payerId: card.savedById, actorId: userId, card: titleOf(card), isRule: false };
  const details = { ...asked, amountMinor, currency };
  await db.transaction((tx) =>
    runWithinLimit(tx, requestsPerCard, [card.id], () =>
      notifyMembers(tx, cardPermissionAsked, { organizationId, sourceId: uuidv7(), details }),
    ),
  );
}
