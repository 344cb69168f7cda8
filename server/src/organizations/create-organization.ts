import type { OrganizationForm } from '@kazna/contract/organizations';
import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../db/database.ts';
import { foundOrganization } from './found-organization.ts';
import { refusingSecondInn } from './organization.ts';

/** Answers the id of the new organization, whose owner is whoever creates it. */
export async function createOrganization(tx: Transaction, actor: Actor, form: OrganizationForm): Promise<string> {
  const organizationId = await refusingSecondInn(foundOrganization(tx, form, [[actor.userId, 'owner']]));
  await recordAction(tx, actor, { organizationId, action: 'organization.created' });
  return organizationId;
}
