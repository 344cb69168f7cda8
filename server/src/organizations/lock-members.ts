import type { OrganizationPermission, OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockAllowed } from './lock-allowed.ts';
import { findStanding } from './store.ts';

/** Roles of who acts and whom it concerns, under the organization's lock: two owners cannot demote each other at once. */
export async function lockMembers(
  tx: Transaction,
  organizationId: string,
  { actorId, otherId, permission }: { actorId: string; otherId: string; permission: OrganizationPermission },
): Promise<{ actor: OrganizationRole; other: OrganizationRole }> {
  const { role } = await lockAllowed(tx, organizationId, actorId, permission);
  const other = await findStanding(tx, otherId, organizationId);
  if (!other) throw new Problem('not_found');
  return { actor: role, other: other.role };
}
