import type { Hold, HoldForm } from '@kazna/contract/v1/holds';
import type { Transaction } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../../../platform/http/problem.ts';
import { claimKey } from '../../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../../platform/outbox/record-event.ts';
import { postTransfer, postTransfers } from '../../ledger/post-transfer.ts';
import type { Posting } from '../../ledger/posting.ts';
import { insertCharge } from '../charges-store.ts';
import { type ActorCall, asProblem, chargePosting, newChargeOf, requireOpen } from '../create-charge.ts';
import { findHold, insertHold, lockHold, markCaptured, markReturned } from './holds-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 7;
const maxDays = 90;

export async function createHold(tx: Transaction, { actorId, key }: ActorCall, form: HoldForm): Promise<Hold> {
  const id = uuidv7();
  const claimed = await claimKey(tx, { scope: `holds:${actorId}`, key, body: form, reference: id, keepDays: null });
  if (!claimed.isNew) return asCreated((await findHold(tx, claimed.reference)) as Hold);
  const { status, now, inserted } = await insertHold(tx, { ...form, id, defaultDays, createdBy: actorId });
  if (form.expiresAt) requireExpiry(Date.parse(form.expiresAt), Date.parse(now));
  requireOpen(status);
  if (!inserted) throw new Problem('organization_suspended');
  const { organizationId, amountMinor, currency } = form;
  const posting = { kind: 'hold', from: { organizationId }, to: { held: organizationId }, sourceId: id } as const;
  await asProblem(postTransfer(tx, { key: `hold:${id}`, ...posting, amountMinor, currency }));
  recordEvent(tx, { type: 'hold.created', organizationId, data: inserted });
  return inserted;
}

/** By the time that the insert returned: to ask for it before would be a round trip more. */
function requireExpiry(time: number, now: number): void {
  if (time <= now) throw fieldProblem('expiresAt', 'Must be in the future');
  if (time > now + maxDays * dayMs) throw fieldProblem('expiresAt', `At most ${maxDays} days ahead`);
}

/** A repeated call gets the first answer, whatever became of the hold. */
function asCreated(hold: Hold): Hold {
  return { ...hold, status: 'open', capturedMinor: 0, chargeId: null };
}

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
  const released = releasePosting(hold);
  await asProblem(postTransfers(tx, [released, { ...chargePosting(charge), captures: released.key }]));
  await markCaptured(tx, holdId, { capturedMinor, chargeId: charge.id });
  if (inserted) recordEvent(tx, { type: 'charge.created', organizationId, data: inserted });
  const after = (await findHold(tx, holdId)) as Hold;
  recordEvent(tx, { type: 'hold.captured', organizationId, data: after });
  return after;
}

export async function releaseHold(tx: Transaction, { actorId, key }: ActorCall, holdId: string): Promise<Hold> {
  const name = { scope: `releases:${actorId}`, key };
  const claimed = await claimKey(tx, { ...name, body: { holdId }, reference: holdId, keepDays: null });
  const hold = await lockHold(tx, holdId);
  if (!hold) throw new Problem('not_found');
  if (!claimed.isNew) return (await findHold(tx, holdId)) as Hold;
  if (!hold.isOpen) throw new Problem('hold_not_open');
  await asProblem(postTransfer(tx, releasePosting(hold)));
  await markReturned(tx, [holdId], 'released');
  const released = (await findHold(tx, holdId)) as Hold;
  recordEvent(tx, { type: 'hold.released', organizationId: hold.organizationId, data: released });
  return released;
}

/** The key lets a hold end once, by whatever way. */
export function releasePosting({ id, organizationId, amountMinor, currency }: Hold): Posting {
  return {
    key: `hold_release:${id}`,
    kind: 'hold_release',
    from: { held: organizationId },
    to: { organizationId },
    amountMinor,
    currency,
    sourceId: id,
    undoes: `hold:${id}`,
  };
}
