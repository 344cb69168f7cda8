import type { OrganizationForm } from '@kazna/contract/cabinet/organizations';
import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { foundOrganization } from './found-organization.ts';
import { refusingSecondInn } from './organization.ts';
import { countOwnedBy, lockPerson } from './store.ts';

/** Whoever needs more asks for it. The text of the problem names the number. */
const organizationsOfOwner = 50;

/** Answers the id of the new organization, whose owner is whoever creates it. */
export async function createOrganization(tx: Transaction, actor: Actor, form: OrganizationForm): Promise<string> {
  await lockPerson(tx, actor.userId);
  if ((await countOwnedBy(tx, actor.userId)) >= organizationsOfOwner) throw new Problem('too_many_organizations');
  const organizationId = await refusingSecondInn(foundOrganization(tx, form, [[actor.userId, 'owner']]));
  await recordAction(tx, actor, { organizationId, action: 'organization.created' });
  return organizationId;
}
