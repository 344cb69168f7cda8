import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { organizationResumed, organizationSuspended } from './notifications.ts';
import { notifyMembers } from './notify-members.ts';
import { suspendOrganization } from './suspend-organization.ts';

/** By staff, or by the business's systems: logged with its reason, and members are told. */
export async function changeOrganizationStatus(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  { status, reason }: { status: 'active' | 'suspended'; reason: string },
): Promise<void> {
  await suspendOrganization(tx, organizationId, status);
  const action = status === 'suspended' ? 'organization.suspended' : 'organization.resumed';
  await recordAction(tx, actor, { organizationId, action, details: { reason } });
  const kind = status === 'suspended' ? organizationSuspended : organizationResumed;
  await notifyMembers(tx, kind, { organizationId, sourceId: uuidv7(), details: { reason } });
}
