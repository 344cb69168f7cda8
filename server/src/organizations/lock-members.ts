import type { OrganizationRole } from '@kazna/contract/permissions';
import type { Transaction } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import { findStanding, lockOrganization } from './store.ts';

/**
 * Locks the organization and reads the roles of who acts and whom it concerns, as they are now: what the call was
 * allowed by may have changed while it waited. Without it two owners could demote each other at once.
 */
export async function lockMembers(
  tx: Transaction,
  organizationId: string,
  actorId: string,
  otherId: string,
): Promise<{ actor: OrganizationRole; other: OrganizationRole }> {
  await lockOrganization(tx, organizationId);
  const actor = await findStanding(tx, actorId, organizationId);
  const other = await findStanding(tx, otherId, organizationId);
  if (!actor || !other) throw new Problem('not_found');
  return { actor: actor.role, other: other.role };
}
