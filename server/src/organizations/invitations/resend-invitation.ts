import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { lockWithPermission } from '../lock-with-permission.ts';
import { invitationLetter } from './jobs.ts';
import { throttleInvitations } from './limits.ts';
import { extendPending, findPendingAddress, findResendDelay } from './store.ts';

const resendDelaySeconds = 60;

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
