import type { Hold } from '@kazna/contract/v1/holds';
import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { claimKey } from '../../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../../platform/outbox/record-event.ts';
import { postTransfers } from '../../ledger/post-transfer.ts';
import { chargePosting, newChargeOf } from '../charge-form.ts';
import { insertCharge } from '../charges-store.ts';
import type { ActorCall } from '../create-charge.ts';
import { asProblem } from '../problems.ts';
import { findHold, lockHold, markCaptured } from './holds-store.ts';
import { releasePosting } from './release-hold.ts';

/**
 * Gives all of the hold back to the balance and charges the captured amount from there, in one batch under one lock: to
 * the customer, documents and forecasts it is a charge like any other.
 */
export async function captureHold(
  tx: Transaction,
  { actorId, key }: ActorCall,
  holdId: string,
  form: { amountMinor?: number | undefined },
): Promise<Hold> {
  const body = { holdId, ...form };
  const claimed = await claimKey(tx, { scope: `captures:${actorId}`, key, body, reference: holdId, keepDays: null });
  const hold = await lockHold(tx, holdId);
  if (!hold) throw new Problem('not_found');
  if (!claimed.isNew) return (await findHold(tx, holdId)) as Hold;
  if (!hold.isOpen) throw new Problem('hold_not_open');
  const capturedMinor = form.amountMinor ?? hold.amountMinor;
  if (capturedMinor > hold.amountMinor) throw new Problem('capture_exceeds_hold');
  const { organizationId, currency, description } = hold;
  const captured = { organizationId, amountMinor: capturedMinor, currency, description };
  const charge = { ...newChargeOf(captured), holdId };
  const inserted = await insertCharge(tx, actorId, charge);
  await asProblem(postTransfers(tx, [releasePosting(hold), chargePosting(charge)]));
  await markCaptured(tx, holdId, { capturedMinor, chargeId: charge.id });
  if (inserted) recordEvent(tx, { type: 'charge.created', organizationId, data: inserted });
  const after = (await findHold(tx, holdId)) as Hold;
  recordEvent(tx, { type: 'hold.captured', organizationId, data: after });
  return after;
}
