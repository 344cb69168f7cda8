import { type Actor, recordAction } from '../audit/actions-store.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { invitationLetter } from './invitations/jobs.ts';
import {
  findUserIdByEmail,
  insertInvitation,
  isOwnerInvited,
  lockAllPending,
  revokeAllPending,
} from './invitations/store.ts';
import { countOwners } from './members-store.ts';
import { changeOrganizationStatus } from './organization-status.ts';
import { recordOrganizationEvent } from './record-organization-event.ts';
import {
  insertManagedOrganization,
  lockOrganization,
  type ManagedOrganization,
  updateManagedOrganization,
} from './store.ts';

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

/** A unique index refuses a second open organization with the business's own id. */
async function rejectTakenId<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'organizations_external_id')) throw new Problem('external_id_taken');
    throw error;
  }
}

export interface ManagedChanges {
  name?: string | undefined;
  externalId?: string | undefined;
  metadata?: Record<string, string> | undefined;
  status?: 'active' | 'suspended' | undefined;
  /** Given with a status. */
  reason?: string | undefined;
  ownerEmail?: string | undefined;
}

/** For the operator API. Idempotent: a repeated change notifies once. */
export async function changeManagedOrganization(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  organizationId: string,
  { status, reason = '', ownerEmail, name, externalId, metadata }: ManagedChanges,
): Promise<void> {
  if (ownerEmail !== undefined) await lockAllPending(tx, organizationId);
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw new Problem('organization_closed');
  await rejectTakenId(updateManagedOrganization(tx, organizationId, clean({ name, externalId, metadata })));
  if (name !== undefined && name !== organization.name)
    await recordAction(tx, actor, { organizationId, action: 'organization.changed', details: { fields: 'name' } });
  if (status && status !== organization.status)
    await changeOrganizationStatus(tx, actor, organizationId, { status, reason });
  if (ownerEmail !== undefined) {
    if ((await countOwners(tx, organizationId)) > 0) throw new Problem('organization_has_owner');
    await inviteOwner(tx, queue, actor, { organizationId, email: ownerEmail });
  }
}

/** Without the fields that are undefined. */
function clean<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/**
 * Invites the first owner of an organization that the operator API opened. As with any invitation, only an account whose
 * address is confirmed, or the reader of the letter, can accept it. An earlier invitation ends, unless it is the same: a
 * repeated call must not end the link of the letter that was sent.
 */
async function inviteOwner(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<void> {
  if (await isOwnerInvited(tx, organizationId, email)) return;
  await revokeAllPending(tx, organizationId);
  const id = uuidv7();
  await insertInvitation(tx, { id, organizationId, email, role: 'owner', invitedBy: actor.id });
  const entry = { organizationId, action: 'invitation.sent', invitationId: id, details: { role: 'owner' } } as const;
  await recordAction(tx, actor, entry);
  const invited = await findUserIdByEmail(tx, email);
  if (invited) announce(tx, { userId: invited }, 'invitations');
  await queue.enqueue(tx, invitationLetter, { invitationId: id });
}
