import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { giveRole } from '../change-members.ts';
import { rejectDuplicateInn } from '../create-organization.ts';
import { lockActivePerson } from '../locks.ts';
import { findStanding, insertMembership } from '../members-store.ts';
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
  if (!(await rejectDuplicateInn(insertMembership(tx, member)))) {
    await makeOwner(tx, actor, { ...member, invitationId });
    return organizationId;
  }
  recordMemberEvent(tx, 'joined', member);
  const details = { memberId: actor.id, role };
  await notifyMembers(tx, memberJoined, { organizationId, sourceId: invitationId, details });
  await recordAction(tx, actor, { organizationId, action: 'member.joined', invitationId, details: { role } });
  return organizationId;
}

/** The business may invite a member as the owner, where none is left. By any other invitation a member's role stays. */
async function makeOwner(
  tx: Transaction,
  actor: Actor,
  { role, ...member }: { organizationId: string; userId: string; role: OrganizationRole; invitationId: string },
): Promise<void> {
  const from = (await findStanding(tx, member.userId, member.organizationId))?.role;
  if (role !== 'owner' || !from || from === 'owner')
    throw new Problem('already_member', { detail: 'Вы уже состоите в этой организации. Отклоните приглашение.' });
  await giveRole(tx, actor, { ...member, from, to: role });
}

export async function declineInvitation(tx: Transaction, actor: Actor, invitationId: string): Promise<void> {
  const invitation = await answerPending(tx, { id: invitationId, userId: actor.id, status: 'declined' });
  if (!invitation) throw new Problem('not_found');
  const { organizationId } = invitation;
  await recordAction(tx, actor, { organizationId, action: 'invitation.declined', invitationId });
}
