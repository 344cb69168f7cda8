import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockAllowed } from '../lock-allowed.ts';
import { revoke } from './store.ts';

export async function revokeInvitation(
  tx: Transaction,
  actor: Actor,
  { organizationId, invitationId }: { organizationId: string; invitationId: string },
): Promise<void> {
  if (!(await revoke(tx, organizationId, invitationId))) throw new Problem('not_found');
  // Last, in the order that whoever accepts one takes them: the invitation, then the organization.
  await lockAllowed(tx, organizationId, actor.userId, 'members.manage');
  await recordAction(tx, actor, { organizationId, action: 'invitation.revoked', invitationId });
}
