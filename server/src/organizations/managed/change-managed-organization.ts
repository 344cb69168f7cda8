import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { changeOrganizationStatus } from '../change-organization-status.ts';
import { countOwners, lockOrganization } from '../store.ts';
import { rejectTakenId } from './create-managed-organization.ts';
import { inviteOwner } from './invite-owner.ts';
import { updateManagedOrganization } from './store.ts';

export interface ManagedChanges {
  name?: string | undefined;
  externalId?: string | undefined;
  metadata?: Record<string, string> | undefined;
  status?: 'active' | 'suspended' | undefined;
  /** Given with a status. */
  reason?: string | undefined;
  ownerEmail?: string | undefined;
}

/** For the operator API. Repeating a change has no second effect: nobody is notified of it twice. */
export async function changeManagedOrganization(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  organizationId: string,
  { status, reason = '', ownerEmail, name, externalId, metadata }: ManagedChanges,
): Promise<void> {
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw new Problem('organization_closed');
  await rejectTakenId(updateManagedOrganization(tx, organizationId, clean({ name, externalId, metadata })));
  if (name !== undefined && name !== organization.name)
    await recordAction(tx, actor, { organizationId, action: 'organization.changed', details: { fields: 'name' } });
  if (status && status !== organization.status)
    await changeOrganizationStatus(tx, actor, organizationId, { status, reason });
  if (ownerEmail !== undefined) {
    if ((await countOwners(tx, organizationId)) > 0) throw new Problem('organization_has_owner');
    await inviteOwner(tx, queue, actor, { organizationId, email: ownerEmail });
  }
}

/** Without the fields that are undefined. */
function clean<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
