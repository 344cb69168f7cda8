import type { OrganizationForm } from '@kazna/contract/organizations';
import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../db/database.ts';
import { uuidv7 } from '../db/uuid.ts';
import { refusingSecondInn } from './organization.ts';
import { insertMembership, insertOrganization } from './store.ts';

/** Answers the id of the new organization, whose owner is whoever creates it. */
export async function createOrganization(tx: Transaction, actor: Actor, form: OrganizationForm): Promise<string> {
  const organizationId = uuidv7();
  await insertOrganization(tx, organizationId, form);
  await refusingSecondInn(insertMembership(tx, { organizationId, userId: actor.userId, role: 'owner' }));
  await recordAction(tx, actor, { organizationId, action: 'organization.created' });
  return organizationId;
}
