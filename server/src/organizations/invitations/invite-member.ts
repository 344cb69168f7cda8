import type { Invitation } from '@kazna/contract/cabinet/invitations';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { lockWithPermission } from '../lock-with-permission.ts';
import { invitationLetter } from './jobs.ts';
import { throttleInvitations } from './limits.ts';
import { findUserIdByEmail, insertInvitation, isMemberAddress } from './store.ts';

export async function inviteMember(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { organizationId, email, role }: { organizationId: string; email: string; role: Invitation['role'] },
): Promise<string> {
  await throttleInvitations(tx, { organizationId, inviterId: actor.id, email });
  if (await isMemberAddress(tx, organizationId, email)) throw new Problem('already_member');
  const id = uuidv7();
  try {
    await insertInvitation(tx, { id, organizationId, email, role, invitedBy: actor.id });
  } catch (error) {
    if (isUniqueViolation(error, 'invitations_pending_key')) throw new Problem('already_invited');
    throw error;
  }
  // Lock order: the invitation, then the organization, as in acceptInvitation.
  await lockWithPermission(tx, organizationId, actor.id, 'members.manage');
  await recordAction(tx, actor, { organizationId, action: 'invitation.sent', invitationId: id, details: { role } });
  const invited = await findUserIdByEmail(tx, email);
  if (invited) announce(tx, { userId: invited }, 'invitations');
  await queue.enqueue(tx, invitationLetter, { invitationId: id });
  return id;
}
