import type { OrganizationPermission, OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { requirePermission } from '../platform/http/access.ts';
import { Problem } from '../platform/http/problem.ts';
import { findStanding, lockPerson } from './members-store.ts';
import { lockOpenOrganizationShared } from './reads.ts';
import { lockOrganization, type OrganizationRow } from './store.ts';

/**
 * Locks the organization and checks the actor's permission again: it may have changed while the call waited for the
 * lock. Every change of members takes this lock, so it also guards the last owner.
 */
export async function lockWithPermission(
  tx: Transaction,
  organizationId: string,
  actorId: string,
  permission: OrganizationPermission,
): Promise<{ organization: OrganizationRow; role: OrganizationRole }> {
  const organization = await lockOrganization(tx, organizationId);
  const standing = await findStanding(tx, actorId, organizationId);
  if (!organization || !standing) throw new Problem('not_found');
  requirePermission(standing, permission);
  return { organization, role: standing.role };
}

/**
 * Locks the organization shared and checks the permission again: roles and status stay as they are until the transaction
 * ends. Lock order: before the organization's payments.
 */
export async function lockSharedWithPermission(
  tx: Transaction,
  organizationId: string,
  actorId: string,
  permission: OrganizationPermission,
): Promise<void> {
  const isOpen = await lockOpenOrganizationShared(tx, organizationId);
  const standing = isOpen && (await findStanding(tx, actorId, organizationId));
  if (!standing) throw new Problem('not_found');
  requirePermission(standing, permission);
}

/** Rejects a person whom a deletion or a block has overtaken. Lock order: after organizations. */
export async function lockActivePerson(tx: Transaction, userId: string): Promise<void> {
  if (!(await lockPerson(tx, userId))) throw new Problem('unauthorized');
}

/** Returns both roles under the organization's lock: two owners cannot demote each other at once. */
export async function lockMemberRoles(
  tx: Transaction,
  organizationId: string,
  { actorId, otherId, permission }: { actorId: string; otherId: string; permission: OrganizationPermission },
): Promise<{ actor: OrganizationRole; other: OrganizationRole }> {
  const { role } = await lockWithPermission(tx, organizationId, actorId, permission);
  const other = await findStanding(tx, otherId, organizationId);
  if (!other) throw new Problem('not_found');
  return { actor: role, other: other.role };
}
