import type { OrganizationForm } from '@kazna/contract/cabinet/organizations';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { recordMemberEvent, recordOrganizationEvent } from './record-organization-event.ts';
import { insertMembership, insertOrganization } from './store.ts';

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
