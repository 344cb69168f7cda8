import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockOrganization, setStatus } from './store.ts';

/** A suspended organization is read-only until staff resume it. */
export async function suspendOrganization(
  tx: Transaction,
  organizationId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  if (!(await lockOrganization(tx, organizationId))) throw new Problem('not_found');
  await setStatus(tx, organizationId, status);
  announce(tx, { organizationId }, 'memberships');
}
