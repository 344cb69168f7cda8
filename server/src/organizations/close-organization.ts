import { type Actor, recordAction } from '../audit/record-action.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { fieldProblem, Problem } from '../platform/http/problem.ts';
import { lockWithPermission } from './lock-with-permission.ts';
import { organizationClosed } from './notifications.ts';
import { notifyMembers } from './notify-members.ts';
import { openPersonalOrganization } from './open-personal-organization.ts';
import { recordOrganizationEvent } from './record-organization-event.ts';
import { countOrganizationsOf, lockPeopleIn, markClosed, selectMembersWithoutOther } from './store.ts';

export interface Closing {
  organizationId: string;
  /** The owner confirms by typing the name. */
  name: string;
  /** Throws while there is money or some is expected. Passed in, because payments stand above organizations. */
  settleMoney: (tx: Transaction, organizationId: string) => Promise<void>;
}

/** Members without another organization get a personal one. */
export async function closeOrganization(
  tx: Transaction,
  actor: Actor,
  { organizationId, name, settleMoney }: Closing,
): Promise<void> {
  const { organization } = await lockWithPermission(tx, organizationId, actor.id, 'organization.close');
  if (name.trim() !== organization.name)
    throw fieldProblem('name', 'Название не совпадает. Введите его точно как на странице');
  await lockPeopleIn(tx, organizationId);
  if ((await countOrganizationsOf(tx, actor.id)) === 1) throw new Problem('last_organization');
  await settleMoney(tx, organizationId);
  for (const userId of await selectMembersWithoutOther(tx, organizationId)) await openPersonalOrganization(tx, userId);
  await markClosed(tx, organizationId);
  recordOrganizationEvent(tx, organizationId, 'closed');
  announce(tx, { organizationId }, 'memberships');
  await recordAction(tx, actor, { organizationId, action: 'organization.closed' });
  const details = { actorId: actor.id };
  await notifyMembers(tx, organizationClosed, { organizationId, sourceId: organizationId, details });
}
