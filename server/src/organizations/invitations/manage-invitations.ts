import type { Invitation } from '@kazna/contract/cabinet/invitations';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';
import { lockActivePerson, lockWithPermission } from '../locks.ts';
import { invitationLetter } from './jobs.ts';
import {
  extendPending,
  findPendingAddress,
  findResendDelay,
  findUserIdByEmail,
  insertInvitation,
  isMemberAddress,
  revokePending,
  revokePendingOf,
} from './store.ts';

const resendDelaySeconds = 60;
const hour = 60 * 60;

/** Rate limit of invitations by one organization. */
const invitationsOfOrganization: Limit = { name: 'invitations', hits: 100, windowSeconds: hour };
/** And by one person, however many organizations they open. */
const invitationsOfPerson: Limit = { name: 'invitations-inviter', hits: 100, windowSeconds: hour };
/** Letters of one person to one address, repeated ones included. */
const invitationsToAddress: Limit = { name: 'invitations-address', hits: 5, windowSeconds: 24 * hour };

export async function inviteMember(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { organizationId, email, role }: { organizationId: string; email: string; role: Invitation['role'] },
): Promise<string> {
  await throttleInvitations(tx, { organizationId, inviterId: actor.id, email });
  if (await isMemberAddress(tx, organizationId, email)) throw new Problem('already_member');
  const id = uuidv7();
  try {
    await insertInvitation(tx, { id, organizationId, email, role, invitedBy: actor.id });
  } catch (error) {
    if (isUniqueViolation(error, 'invitations_pending_key')) throw new Problem('already_invited');
    throw error;
  }
  // Lock order: the invitation, then the organization, as in acceptInvitation.
  await lockWithPermission(tx, organizationId, actor.id, 'members.manage');
  await lockActivePerson(tx, actor.id);
  await recordAction(tx, actor, { organizationId, action: 'invitation.sent', invitationId: id, details: { role } });
  const invited = await findUserIdByEmail(tx, email);
  if (invited) announce(tx, { userId: invited }, 'invitations');
  await queue.enqueue(tx, invitationLetter, { invitationId: id });
  return id;
}

export async function resendInvitation(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { organizationId, invitationId }: { organizationId: string; invitationId: string },
): Promise<void> {
  const email = await findPendingAddress(tx, organizationId, invitationId);
  if (email === null) throw new Problem('not_found');
  await throttleInvitations(tx, { organizationId, inviterId: actor.id, email });
  if (!(await extendPending(tx, organizationId, invitationId, resendDelaySeconds))) {
    const secondsLeft = await findResendDelay(tx, organizationId, invitationId, resendDelaySeconds);
    if (secondsLeft === null) throw new Problem('not_found');
    throw new Problem('too_many_requests', { retryAfterSeconds: Math.max(1, secondsLeft) });
  }
  // Lock order: the invitation, then the organization, as in acceptInvitation.
  await lockWithPermission(tx, organizationId, actor.id, 'members.manage');
  await recordAction(tx, actor, { organizationId, action: 'invitation.resent', invitationId });
  await queue.enqueue(tx, invitationLetter, { invitationId });
}

export async function revokeInvitation(
  tx: Transaction,
  actor: Actor,
  { organizationId, invitationId }: { organizationId: string; invitationId: string },
): Promise<void> {
  if (!(await revokePending(tx, organizationId, invitationId))) throw new Problem('not_found');
  // Lock order: the invitation, then the organization, as in acceptInvitation.
  await lockWithPermission(tx, organizationId, actor.id, 'members.manage');
  await recordAction(tx, actor, { organizationId, action: 'invitation.revoked', invitationId });
}

interface SentInvitations {
  userId: string;
  organizationId?: string;
  action?: 'invitation.revoked' | 'invitation.revoked_by_staff';
}

/**
 * What a person who may not invite any more has sent, to one organization or to all, must not let anybody in. Lock order:
 * before the organization or the person is locked, and once more after it for what was sent meanwhile.
 */
export async function revokeInvitationsOf(
  tx: Transaction,
  actor: Actor,
  { action = 'invitation.revoked', ...sent }: SentInvitations,
): Promise<void> {
  for (const revoked of await revokePendingOf(tx, sent)) await recordAction(tx, actor, { ...revoked, action });
}

async function throttleInvitations(
  db: Queries,
  { organizationId, inviterId, email }: { organizationId: string; inviterId: string; email: string },
): Promise<void> {
  await throttle(db, invitationsOfOrganization, organizationId);
  await throttle(db, invitationsOfPerson, inviterId);
  await throttle(db, invitationsToAddress, inviterId, email);
}
