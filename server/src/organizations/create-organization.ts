import type { OrganizationForm } from '@kazna/contract/cabinet/organizations';
import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { insertOrganizationWithOwner } from './insert-organization-with-owner.ts';
import { rejectDuplicateInn } from './organization.ts';
import { countOwnedBy, lockPerson } from './store.ts';

/** The text of the problem names the number. */
const organizationsOfOwner = 50;

export async function createOrganization(tx: Transaction, actor: Actor, form: OrganizationForm): Promise<string> {
  await lockPerson(tx, actor.id);
  if ((await countOwnedBy(tx, actor.id)) >= organizationsOfOwner) throw new Problem('too_many_organizations');
  const organizationId = await rejectDuplicateInn(insertOrganizationWithOwner(tx, form, actor.id));
  await recordAction(tx, actor, { organizationId, action: 'organization.created' });
  return organizationId;
}
