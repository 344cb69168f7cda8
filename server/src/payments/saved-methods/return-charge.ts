import type { EventSource } from '@kazna/contract/cabinet/payments';
import { notifyMembers } from '../../organizations/notify-members.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { changeStatus } from '../change-status.ts';
import { refundSettling } from '../refunds/settle-refund.ts';
import { insertReturn } from '../refunds/store.ts';
import type { LockedPayment } from '../settling/lock-payment.ts';
import { insertEvent } from '../store.ts';
import { chargeReturned } from './notifications.ts';
import { titleOf } from './saved-card.ts';
import { findMethod } from './store.ts';

const reason = 'Карту отозвали раньше, чем банк списал деньги';

/** Returns to the card what was charged though nobody may charge it: the balance never gets it. Idempotent. */
export async function returnCharge(
  tx: Transaction,
  queue: Queue,
  payment: LockedPayment,
  source: EventSource,
): Promise<void> {
  const { id: paymentId, organizationId, amountMinor, currency, createdById: requestedBy } = payment;
  const id = uuidv7();
  if (!(await insertReturn(tx, { id, paymentId, amountMinor, reason, requestedBy }))) return;
  if (payment.status === 'pending')
    await changeStatus(tx, payment, { status: 'canceled', reason: 'charge_revoked', source });
  await insertEvent(tx, { paymentId, kind: 'refund_requested', source, reason });
  const card = payment.paymentMethodId && (await findMethod(tx, payment.paymentMethodId));
  const payerId = card ? card.savedById : requestedBy;
  const details = { paymentId, payerId, amountMinor, currency, card: card ? titleOf(card) : null };
  await notifyMembers(tx, chargeReturned, { organizationId, sourceId: id, details });
  await queue.enqueue(tx, refundSettling, { refundId: id, attempt: 0 });
}
