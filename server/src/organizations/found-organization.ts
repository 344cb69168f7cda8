import type { OrganizationForm } from '@kazna/contract/cabinet/organizations';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { insertMembership, insertOrganization } from './store.ts';

/** An organization with its people, written at once. Answers its id. */
export async function foundOrganization(
  tx: Transaction,
  form: OrganizationForm,
  people: (readonly [userId: string, role: OrganizationRole])[],
): Promise<string> {
  const organizationId = uuidv7();
  await insertOrganization(tx, organizationId, form);
  for (const [userId, role] of people) await insertMembership(tx, { organizationId, userId, role });
  return organizationId;
}
