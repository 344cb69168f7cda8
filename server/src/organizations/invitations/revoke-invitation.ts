import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockWithPermission } from '../lock-with-permission.ts';
import { revokePending } from './store.ts';

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
