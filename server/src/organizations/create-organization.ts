import type { OrganizationForm } from '@kazna/contract/cabinet/organization-forms';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockActivePerson } from './locks.ts';
import { countOwnedBy, insertMembership } from './members-store.ts';
import { personalName } from './reads.ts';
import { recordMemberEvent, recordOrganizationEvent } from './record-organization-event.ts';
import { insertOrganization } from './store.ts';

/** The text of the problem names the number. */
const organizationsOfOwner = 50;

export async function createOrganization(tx: Transaction, actor: Actor, form: OrganizationForm): Promise<string> {
  await lockActivePerson(tx, actor.id);
  if ((await countOwnedBy(tx, actor.id)) >= organizationsOfOwner) throw new Problem('too_many_organizations');
  const organizationId = await rejectDuplicateInn(insertOrganizationWithOwner(tx, form, actor.id));
  await recordAction(tx, actor, { organizationId, action: 'organization.created' });
  return organizationId;
}

/** Everybody starts with an organization of their own, so that the product is never empty. */
export async function openPersonalOrganization(tx: Transaction, userId: string): Promise<void> {
  await insertOrganizationWithOwner(tx, { kind: 'person', name: personalName }, userId);
}

/** Returns the id of the new organization. */
export async function insertOrganizationWithOwner(
  tx: Transaction,
  form: OrganizationForm,
  ownerId: string,
): Promise<string> {
  const organizationId = uuidv7();
  await insertOrganization(tx, organizationId, form);
  const owner = { organizationId, userId: ownerId, role: 'owner' } as const;
  await insertMembership(tx, owner);
  recordOrganizationEvent(tx, organizationId, 'created');
  recordMemberEvent(tx, 'joined', owner);
  return organizationId;
}

/** A unique key refuses a second open organization of one owner with the same ИНН. */
export async function rejectDuplicateInn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'memberships_owned_inn_key')) throw new Problem('organization_exists');
    throw error;
  }
}
