import type { Charge, ChargeRefund } from '@kazna/contract/v1/charges';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { findCharge, getRefund, insertRefund, lockCharge } from './charges-store.ts';
import { type ActorCall, asProblem } from './create-charge.ts';

/** Refunds the rest of the charge, unless an amount is given. */
export async function refundCharge(
  tx: Transaction,
  { actorId, key }: ActorCall,
  chargeId: string,
  form: { amountMinor?: number | undefined; reason: string },
): Promise<ChargeRefund> {
  const id = uuidv7();
  const body = { chargeId, ...form };
  const claimed = await claimKey(tx, { scope: `charge-refunds:${actorId}`, key, body, reference: id, keepDays: null });
  if (!claimed.isNew) return getRefund(tx, claimed.reference);
  const charge = await lockCharge(tx, chargeId);
  if (!charge) throw new Problem('not_found');
  const left = charge.amountMinor - charge.refundedMinor;
  const amountMinor = form.amountMinor ?? left;
  if (amountMinor > left || left === 0) throw new Problem('refund_exceeds_charge');
  const posting = {
    key: `charge_refund:${id}`,
    kind: 'charge_refund',
    from: 'revenue',
    to: { organizationId: charge.organizationId },
    amountMinor,
    currency: charge.currency,
    sourceId: chargeId,
    undoes: `charge:${chargeId}`,
  } as const;
  await asProblem(postTransfer(tx, posting));
  await insertRefund(tx, { id, chargeId, amountMinor, reason: form.reason, createdBy: actorId });
  const data = async () => (await findCharge(tx, chargeId)) as Charge;
  recordEvent(tx, { type: 'charge.refunded', organizationId: charge.organizationId, data });
  return getRefund(tx, id);
}
