import type { Hold } from '@kazna/contract/v1/holds';
import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { claimKey } from '../../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../../platform/outbox/record-event.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { Posting } from '../../ledger/posting.ts';
import type { ActorCall } from '../create-charge.ts';
import { asProblem } from '../problems.ts';
import { findHold, lockHold, markReturned } from './holds-store.ts';

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
