import type { OrganizationPermission, OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { requirePermission } from '../platform/http/access.ts';
import { Problem } from '../platform/http/problem.ts';
import { findStanding, lockOrganization, type OrganizationRow } from './store.ts';

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
