import { type Actor, recordAction } from '../audit/record-action.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { fieldProblem } from '../platform/http/problem.ts';
import { lockMemberRoles } from './lock-member-roles.ts';
import { roleChanged } from './notifications.ts';
import { notifyMembers } from './notify-members.ts';
import { rejectDuplicateInn } from './organization.ts';
import { setRole } from './store.ts';

export async function transferOwnership(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  userId: string,
): Promise<void> {
  if (userId === actor.id) throw fieldProblem('userId', 'Выберите другого участника');
  const members = { actorId: actor.id, otherId: userId, permission: 'organization.transfer' } as const;
  const { other } = await lockMemberRoles(tx, organizationId, members);
  await rejectDuplicateInn(setRole(tx, organizationId, userId, 'owner'));
  await setRole(tx, organizationId, actor.id, 'admin');
  announce(tx, { userId }, 'memberships');
  await recordAction(tx, actor, { organizationId, action: 'ownership.transferred', subjectUserId: userId });
  for (const change of [
    { memberId: userId, from: other, to: 'owner' },
    { memberId: actor.id, from: 'owner', to: 'admin' },
  ] as const) {
    const details = { ...change, actorId: actor.id };
    await notifyMembers(tx, roleChanged, { organizationId, sourceId: uuidv7(), details });
  }
}
