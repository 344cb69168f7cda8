import type { OrganizationPermission } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { requirePermission } from '../platform/http/access.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockOpenOrganizationShared } from './reads.ts';
import { findStanding } from './store.ts';

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
