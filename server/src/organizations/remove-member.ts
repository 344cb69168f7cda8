import { type Actor, recordAction } from '../audit/record-action.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockMemberRoles } from './lock-member-roles.ts';
import { openPersonalOrganization } from './open-personal-organization.ts';
import { mayManage } from './organization.ts';
import { recordMemberEvent } from './record-organization-event.ts';
import { countOrganizationsOf, countOwners, deleteMembership, lockPeopleIn } from './store.ts';

/** The removed person's sessions go on in another organization, a personal one if there is no other. */
export async function removeMember(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  userId: string,
): Promise<void> {
  const members = { actorId: actor.id, otherId: userId, permission: 'members.manage' } as const;
  const roles = await lockMemberRoles(tx, organizationId, members);
  if (!mayManage(roles.actor, roles.other)) throw new Problem('forbidden');
  if (roles.other === 'owner' && (await countOwners(tx, organizationId)) === 1) throw new Problem('last_owner');
  await lockPeopleIn(tx, organizationId, userId);
  await deleteMembership(tx, organizationId, userId);
  recordMemberEvent(tx, 'left', { organizationId, userId, role: roles.other });
  announce(tx, { userId }, 'memberships');
  if ((await countOrganizationsOf(tx, userId)) === 0) await openPersonalOrganization(tx, userId);
  await recordAction(tx, actor, { organizationId, action: 'member.removed', subjectUserId: userId });
}
