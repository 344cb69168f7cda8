import type { OrganizationPermission, OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockWithPermission } from './lock-with-permission.ts';
import { findStanding } from './store.ts';

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
