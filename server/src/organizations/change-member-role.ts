import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { type Actor, recordAction } from '../audit/record-action.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockMemberRoles } from './lock-member-roles.ts';
import { roleChanged } from './notifications.ts';
import { notifyMembers } from './notify-members.ts';
import { mayManage, rejectDuplicateInn } from './organization.ts';
import { countOwners, setRole } from './store.ts';

export async function changeMemberRole(
  tx: Transaction,
  actor: Actor,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: OrganizationRole },
): Promise<void> {
  const members = { actorId: actor.id, otherId: userId, permission: 'members.manage' } as const;
  const roles = await lockMemberRoles(tx, organizationId, members);
  if (!mayManage(roles.actor, roles.other, role)) throw new Problem('forbidden');
  if (roles.other === role) return;
  if (roles.other === 'owner' && (await countOwners(tx, organizationId)) === 1) throw new Problem('last_owner');
  await rejectDuplicateInn(setRole(tx, organizationId, userId, role));
  announce(tx, { userId }, 'memberships');
  const details = { from: roles.other, to: role };
  await recordAction(tx, actor, { organizationId, action: 'member.role_changed', subjectUserId: userId, details });
  const change = { memberId: userId, actorId: actor.id, ...details };
  await notifyMembers(tx, roleChanged, { organizationId, sourceId: uuidv7(), details: change });
}
