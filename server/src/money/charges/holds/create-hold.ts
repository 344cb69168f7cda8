import type { Hold, HoldForm } from '@kazna/contract/v1/holds';
import type { Transaction } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../../../platform/http/problem.ts';
import { claimKey } from '../../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../../platform/outbox/record-event.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { ActorCall } from '../create-charge.ts';
import { asProblem, requireOpen } from '../problems.ts';
import { findHold, insertHold } from './holds-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 7;
const maxDays = 90;

export async function createHold(tx: Transaction, { actorId, key }: ActorCall, form: HoldForm): Promise<Hold> {
  const id = uuidv7();
  const expiresAt = expiryOf(form);
  const claimed = await claimKey(tx, { scope: `holds:${actorId}`, key, body: form, reference: id, keepDays: null });
  if (!claimed.isNew) return asCreated((await findHold(tx, claimed.reference)) as Hold);
  const { status, inserted } = await insertHold(tx, { ...form, id, expiresAt, createdBy: actorId });
  requireOpen(status);
  if (!inserted) throw new Problem('organization_suspended');
  const { organizationId, amountMinor, currency } = form;
  const posting = { kind: 'hold', from: { organizationId }, to: { held: organizationId }, sourceId: id } as const;
  await asProblem(postTransfer(tx, { key: `hold:${id}`, ...posting, amountMinor, currency }));
  recordEvent(tx, { type: 'hold.created', organizationId, data: inserted });
  return inserted;
}

function expiryOf({ expiresAt }: HoldForm): string {
  const now = Date.now();
  if (!expiresAt) return new Date(now + defaultDays * dayMs).toISOString();
  const time = Date.parse(expiresAt);
  if (time <= now) throw fieldProblem('expiresAt', 'Must be in the future');
  if (time > now + maxDays * dayMs) throw fieldProblem('expiresAt', `At most ${maxDays} days ahead`);
  return expiresAt;
}

/** A repeated call gets the first answer, whatever became of the hold. */
function asCreated(hold: Hold): Hold {
  return { ...hold, status: 'open', capturedMinor: 0, chargeId: null };
}
