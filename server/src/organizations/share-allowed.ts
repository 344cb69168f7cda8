import type { OrganizationPermission } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { requirePermission } from '../platform/http/access.ts';
import { Problem } from '../platform/http/problem.ts';
import { findStanding, shareOpenOrganization } from './store.ts';

/**
 * Asks again whether whoever acts may, under a lock that any number share: roles and the organization's status stay as
 * they are until the transaction ends. Taken before the locks of the organization's payments.
 */
export async function shareAllowed(
  tx: Transaction,
  organizationId: string,
  actorId: string,
  permission: OrganizationPermission,
): Promise<void> {
  const isOpen = await shareOpenOrganization(tx, organizationId);
  const standing = isOpen && (await findStanding(tx, actorId, organizationId));
  if (!standing) throw new Problem('not_found');
  requirePermission(standing, permission);
}
