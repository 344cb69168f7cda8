import { type Actor, recordAction } from '../audit/actions-store.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../platform/http/problem.ts';
import { openPersonalOrganization } from './create-organization.ts';
import { lockWithPermission } from './locks.ts';
import { countOrganizationsOf, lockPeopleIn, selectMembersWithoutOther } from './members-store.ts';
import { organizationClosed, organizationResumed, organizationSuspended } from './notifications.ts';
import { notifyMembers } from './notify-members.ts';
import { recordOrganizationEvent } from './record-organization-event.ts';
import { lockOrganization, markClosed, setStatus } from './store.ts';

/** A suspended organization is read-only until staff resume it. */
export async function suspendOrganization(
  tx: Transaction,
  organizationId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw new Problem('not_found');
  await setStatus(tx, organizationId, status);
  if (organization.status !== status)
    recordOrganizationEvent(tx, organizationId, status === 'suspended' ? 'suspended' : 'resumed');
  announce(tx, { organizationId }, 'memberships');
}

/** By staff, or by the business's systems: logged with its reason, and members are notified. */
export async function changeOrganizationStatus(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  { status, reason }: { status: 'active' | 'suspended'; reason: string },
): Promise<void> {
  await suspendOrganization(tx, organizationId, status);
  const action = status === 'suspended' ? 'organization.suspended' : 'organization.resumed';
  await recordAction(tx, actor, { organizationId, action, details: { reason } });
  const kind = status === 'suspended' ? organizationSuspended : organizationResumed;
  await notifyMembers(tx, kind, { organizationId, sourceId: uuidv7(), details: { reason } });
}

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
  if (asShown(name) !== asShown(organization.name))
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

/** A page shows any run of spaces as one. */
function asShown(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}

/** For the last member's deleted account. The caller must have locked the organization and settled its money. */
export async function closeWithoutMembers(tx: Transaction, organizationId: string): Promise<void> {
  await markClosed(tx, organizationId);
  recordOrganizationEvent(tx, organizationId, 'closed');
}
