import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { recordOrganizationEvent } from '../record-organization-event.ts';
import { inviteOwner } from './invite-owner.ts';
import { insertManagedOrganization, type ManagedOrganization } from './store.ts';

/** Opens an organization without members for the operator API. */
export async function createManagedOrganization(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { ownerEmail, ...organization }: ManagedOrganization & { ownerEmail: string },
): Promise<void> {
  await rejectTakenId(insertManagedOrganization(tx, organization));
  const { id: organizationId } = organization;
  await recordAction(tx, actor, { organizationId, action: 'organization.created' });
  recordOrganizationEvent(tx, organizationId, 'created');
  await inviteOwner(tx, queue, actor, { organizationId, email: ownerEmail });
}

/** A unique index refuses a second organization with the business's own id. */
export async function rejectTakenId<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'organizations_external_id')) throw new Problem('external_id_taken');
    throw error;
  }
}
