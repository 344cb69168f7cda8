import { type Actor, recordAction } from '../../audit/record-action.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { invitationLetter } from '../invitations/jobs.ts';
import { findUserIdByEmail, insertInvitation, revokeAllPending } from '../invitations/store.ts';

/**
 * Invites the first owner of an organization that the operator API opened. As with any invitation, only an account whose
 * address is confirmed, or whoever has the letter, can accept it. An earlier invitation ends.
 */
export async function inviteOwner(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<void> {
  await revokeAllPending(tx, organizationId);
  const id = uuidv7();
  await insertInvitation(tx, { id, organizationId, email, role: 'owner', invitedBy: actor.id });
  const entry = { organizationId, action: 'invitation.sent', invitationId: id, details: { role: 'owner' } } as const;
  await recordAction(tx, actor, entry);
  const invited = await findUserIdByEmail(tx, email);
  if (invited) announce(tx, { userId: invited }, 'invitations');
  await queue.enqueue(tx, invitationLetter, { invitationId: id });
}
