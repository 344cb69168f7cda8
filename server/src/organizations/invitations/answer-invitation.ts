import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockActivePerson } from '../locks.ts';
import { insertMembership } from '../members-store.ts';
import { memberJoined } from '../notifications.ts';
import { notifyMembers } from '../notify-members.ts';
import { recordMemberEvent } from '../record-organization-event.ts';
import { lockOrganization } from '../store.ts';
import { answerPending } from './store.ts';

/** Returns the organization that the person joined. */
export async function acceptInvitation(tx: Transaction, actor: Actor, invitationId: string): Promise<string> {
  const invitation = await answerPending(tx, { id: invitationId, userId: actor.id, status: 'accepted' });
  if (!invitation) throw new Problem('not_found');
  const { organizationId, role } = invitation;
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw new Problem('not_found');
  if (organization.status === 'suspended') throw new Problem('organization_suspended');
  await lockActivePerson(tx, actor.id);
  const member = { organizationId, userId: actor.id, role };
  await insertMembership(tx, member);
  recordMemberEvent(tx, 'joined', member);
  const details = { memberId: actor.id, role };
  await notifyMembers(tx, memberJoined, { organizationId, sourceId: invitationId, details });
  await recordAction(tx, actor, { organizationId, action: 'member.joined', invitationId, details: { role } });
  return organizationId;
}

export async function declineInvitation(tx: Transaction, actor: Actor, invitationId: string): Promise<void> {
  const invitation = await answerPending(tx, { id: invitationId, userId: actor.id, status: 'declined' });
  if (!invitation) throw new Problem('not_found');
  const { organizationId } = invitation;
  await recordAction(tx, actor, { organizationId, action: 'invitation.declined', invitationId });
}
