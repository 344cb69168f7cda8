import type { EventSource } from '@kazna/contract/cabinet/payments';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { takeBonusBack } from '../../people/referrals/take-bonus-back.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { refundCanceled, refundSucceeded } from '../notifications.ts';
import { presentRefundV1 } from '../present-v1.ts';
import type { ProviderRefund } from '../providers/provider.ts';
import { lockPayment } from '../settling/lock-payment.ts';
import { addRefunded, insertEvent } from '../store.ts';
import { getReturned, markStuck, type RefundRow, setProviderRefund, settle } from './store.ts';

/** Without a number of the provider's where it refused, or where a person tells in its stead. */
export type RefundOutcome = Omit<ProviderRefund, 'providerId'> & { providerId: string | null };

/** Returns false when the outcome is no news or not known yet. A failed refund goes back by its own transfer. */
export async function recordRefund(
  tx: Transaction,
  refund: RefundRow,
  outcome: RefundOutcome,
  source: EventSource,
): Promise<boolean> {
  const { id, paymentId, amountMinor } = refund;
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return false;
  if (outcome.providerId) await setProviderRefund(tx, id, outcome.providerId);
  if (outcome.status === 'canceled' && (refund.isReturn || !payment.isOrganizationOpen)) {
    // There is no balance to go back to: a person returns the money in another way.
    await markStuck(tx, id, refund.isReturn ? 'return_refused' : 'organization_closed');
    return false;
  }
  if (outcome.status === 'pending' || !(await settle(tx, id, outcome.status))) return false;
  const kind = outcome.status === 'succeeded' ? 'refund_succeeded' : 'refund_canceled';
  await insertEvent(tx, { paymentId, kind, source, reason: outcome.reason });
  const { organizationId, currency } = payment;
  announce(tx, { organizationId }, 'payments');
  const details = { paymentId, amountMinor, currency, reason: refund.reason };
  const notification = outcome.status === 'succeeded' ? refundSucceeded : refundCanceled;
  await notifyMembers(tx, notification, { organizationId, sourceId: id, details });
  const data = presentRefundV1(refund, payment, outcome.status);
  recordEvent(tx, { type: `refund.${outcome.status}`, organizationId, data });
  if (outcome.status === 'succeeded') {
    const returnedMinor = await getReturned(tx, paymentId);
    await takeBonusBack(tx, paymentId, { paidMinor: payment.amountMinor, returnedMinor });
    return true;
  }
  await addRefunded(tx, paymentId, -amountMinor);
  await postTransfer(tx, {
    key: `refund_reversal:${id}`,
    kind: 'refund_reversal',
    from: 'clearing',
    to: { organizationId },
    amountMinor,
    currency,
    sourceId: paymentId,
  });
  return true;
}
