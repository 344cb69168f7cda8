import { type OrganizationRole, organizationRoleCan } from '@kazna/contract/shared/permissions';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import { deleteMaxTracesOf } from '../notifications/max/links-store.ts';
import { deleteNotificationsOf } from '../notifications/notifications-store.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../platform/http/problem.ts';
import { openPersonalOrganization, rejectDuplicateInn } from './create-organization.ts';
import { revokeInvitationsOf } from './invitations/manage-invitations.ts';
import { lockMemberRoles, lockWithPermission } from './locks.ts';
import {
  anonymizeInvitations,
  anonymizePersonalOrganizations,
  countOrganizationsOf,
  countOwners,
  deleteMembership,
  deleteMemberships,
  lockPeopleIn,
  setRole,
} from './members-store.ts';
import { roleChanged } from './notifications.ts';
import { notifyMembers } from './notify-members.ts';
import { recordMemberEvent } from './record-organization-event.ts';

export async function changeMemberRole(
  tx: Transaction,
  actor: Actor,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: OrganizationRole },
): Promise<void> {
  const members = { actorId: actor.id, otherId: userId, permission: 'members.manage' } as const;
  const mayInvite = organizationRoleCan(role, 'members.manage');
  if (!mayInvite) await revokeInvitationsOf(tx, actor, { organizationId, userId });
  const roles = await lockMemberRoles(tx, organizationId, members);
  if (!mayManage(roles.actor, roles.other, role)) throw new Problem('forbidden');
  if (!mayInvite) await revokeInvitationsOf(tx, actor, { organizationId, userId });
  if (roles.other === role) return;
  if (roles.other === 'owner') await requireOtherOwner(tx, organizationId, userId);
  await giveRole(tx, actor, { organizationId, userId, from: roles.other, to: role });
}

interface RoleChange {
  organizationId: string;
  userId: string;
  from: OrganizationRole;
  to: OrganizationRole;
  /** By which a member became the owner. */
  invitationId?: string;
}

/** Logged, and the owners are notified. The caller must have locked the organization. */
export async function giveRole(
  tx: Transaction,
  actor: Actor,
  { organizationId, userId, from, to, ...by }: RoleChange,
): Promise<void> {
  await rejectDuplicateInn(setRole(tx, organizationId, userId, to));
  announce(tx, { userId }, 'memberships');
  const details = { from, to };
  const entry = { organizationId, action: 'member.role_changed', subjectUserId: userId, details, ...by } as const;
  await recordAction(tx, actor, entry);
  const change = { memberId: userId, actorId: actor.id, ...details };
  await notifyMembers(tx, roleChanged, { organizationId, sourceId: uuidv7(), details: change });
}

/** The removed person's sessions go on in another organization, a personal one if there is no other. */
export async function removeMember(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  userId: string,
): Promise<void> {
  const members = { actorId: actor.id, otherId: userId, permission: 'members.manage' } as const;
  await revokeInvitationsOf(tx, actor, { organizationId, userId });
  const roles = await lockMemberRoles(tx, organizationId, members);
  if (!mayManage(roles.actor, roles.other)) throw new Problem('forbidden');
  await revokeInvitationsOf(tx, actor, { organizationId, userId });
  if (roles.other === 'owner') await requireOtherOwner(tx, organizationId, userId);
  await lockPeopleIn(tx, organizationId, userId);
  await deleteMembership(tx, organizationId, userId);
  recordMemberEvent(tx, 'left', { organizationId, userId, role: roles.other });
  announce(tx, { userId }, 'memberships');
  if ((await countOrganizationsOf(tx, userId)) === 0) await openPersonalOrganization(tx, userId);
  await recordAction(tx, actor, { organizationId, action: 'member.removed', subjectUserId: userId });
}

export async function leaveOrganization(tx: Transaction, actor: Actor, organizationId: string): Promise<void> {
  const own = { organizationId, userId: actor.id };
  await revokeInvitationsOf(tx, actor, own);
  const { role } = await lockWithPermission(tx, organizationId, actor.id, 'organization.leave');
  await revokeInvitationsOf(tx, actor, own);
  if (role === 'owner') await requireOtherOwner(tx, organizationId, actor.id);
  await lockPeopleIn(tx, organizationId, actor.id);
  if ((await countOrganizationsOf(tx, actor.id)) === 1) throw new Problem('last_organization');
  await deleteMembership(tx, organizationId, actor.id);
  recordMemberEvent(tx, 'left', { ...own, role });
  announce(tx, { userId: actor.id }, 'memberships');
  await recordAction(tx, actor, { organizationId, action: 'member.left' });
}

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
  await requireOtherOwner(tx, organizationId, actor.id);
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

/**
 * Takes a person who deletes the account out of all organizations, and the person's traces out of them. The caller must
 * have locked them by `lockOwnOrganizations`.
 */
export async function anonymizeMember(
  tx: Transaction,
  person: { userId: string; email: string; placeholder: string },
): Promise<void> {
  await anonymizePersonalOrganizations(tx, person.userId);
  // Before memberships: it waits for an acceptance, whose membership is then deleted as well.
  await anonymizeInvitations(tx, person);
  for (const left of await deleteMemberships(tx, person.userId))
    recordMemberEvent(tx, 'left', { ...left, userId: person.userId });
  await deleteNotificationsOf(tx, person.userId);
  await deleteMaxTracesOf(tx, person.userId);
}

async function requireOtherOwner(tx: Transaction, organizationId: string, leavingId: string): Promise<void> {
  if ((await countOwners(tx, organizationId, leavingId)) === 0) throw new Problem('last_owner');
}

function mayManage(actor: OrganizationRole, ...roles: OrganizationRole[]): boolean {
  return actor === 'owner' || (actor === 'admin' && !roles.includes('owner'));
}
