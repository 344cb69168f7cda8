import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { recordOrganizationEvent } from './record-organization-event.ts';
import { lockOrganization, setStatus } from './store.ts';

/** A suspended organization is read-only until staff resume it. */
export async function suspendOrganization(
  tx: Transaction,
  organizationId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw new Problem('not_found');
  await setStatus(tx, organizationId, status);
  if (organization.status !== status)
    recordOrganizationEvent(tx, organizationId, status === 'suspended' ? 'suspended' : 'resumed');
  announce(tx, { organizationId }, 'memberships');
}
