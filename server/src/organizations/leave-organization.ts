import { type Actor, recordAction } from '../audit/record-action.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockWithPermission } from './lock-with-permission.ts';
import { recordMemberEvent } from './record-organization-event.ts';
import { countOrganizationsOf, countOwners, deleteMembership, lockPeopleIn } from './store.ts';

export async function leaveOrganization(tx: Transaction, actor: Actor, organizationId: string): Promise<void> {
  const { role } = await lockWithPermission(tx, organizationId, actor.id, 'organization.leave');
  if (role === 'owner' && (await countOwners(tx, organizationId)) === 1) throw new Problem('last_owner');
  await lockPeopleIn(tx, organizationId, actor.id);
  if ((await countOrganizationsOf(tx, actor.id)) === 1) throw new Problem('last_organization');
  await deleteMembership(tx, organizationId, actor.id);
  recordMemberEvent(tx, 'left', { organizationId, userId: actor.id, role });
  announce(tx, { userId: actor.id }, 'memberships');
  await recordAction(tx, actor, { organizationId, action: 'member.left' });
}
