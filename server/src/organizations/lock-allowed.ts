import type { OrganizationPermission, OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { requirePermission } from '../platform/http/access.ts';
import { Problem } from '../platform/http/problem.ts';
import { findStanding, lockOrganization, type OrganizationRow } from './store.ts';

/**
 * Locks the organization and asks again whether whoever acts may: what the call was let in by may have changed while it
 * waited. Answers the organization and their role, as they stay until the transaction ends.
 */
export async function lockAllowed(
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
