import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { lockAllowed } from '../lock-allowed.ts';
import { invitationLetter } from './jobs.ts';
import { throttleInvitations } from './limits.ts';
import { findPauseLeft, findPendingAddress, prolong } from './store.ts';

const pauseSeconds = 60;

export async function resendInvitation(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { organizationId, invitationId }: { organizationId: string; invitationId: string },
): Promise<void> {
  const email = await findPendingAddress(tx, organizationId, invitationId);
  if (email === null) throw new Problem('not_found');
  await throttleInvitations(tx, { organizationId, inviterId: actor.userId, email });
  if (!(await prolong(tx, organizationId, invitationId, pauseSeconds))) {
    const secondsLeft = await findPauseLeft(tx, organizationId, invitationId, pauseSeconds);
    if (secondsLeft === null) throw new Problem('not_found');
    throw new Problem('too_many_requests', { retryAfterSeconds: Math.max(1, secondsLeft) });
  }
  // Last, in the order that whoever accepts one takes them: the invitation, then the organization.
  await lockAllowed(tx, organizationId, actor.userId, 'members.manage');
  await recordAction(tx, actor, { organizationId, action: 'invitation.resent', invitationId });
  await queue.enqueue(tx, invitationLetter, { invitationId });
}
