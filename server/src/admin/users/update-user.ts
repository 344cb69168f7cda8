import type { updateUser as contract } from '@kazna/contract/admin/users';
import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { revokeInvitationsOf } from '../../organizations/invitations/manage-invitations.ts';
import { lockOwnOrganizations } from '../../organizations/members-store.ts';
import { grantStaffRole, lockAccount, setAccountStatus } from '../../people/accounts/change-account.ts';
import { notifyAdmins } from '../../people/accounts/notify-admins.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { releaseRequestsOf } from '../../support/answer-request.ts';

/** Not for oneself: an admin could lock themselves out. Every administrator gets a letter about what concerns staff. */
export async function updateUser(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  userId: string,
  { status, operatorRole, reason }: z.output<(typeof contract)['body']>,
): Promise<void> {
  if (userId === actor.id) throw new Problem('own_account');
  const invitations = { userId, action: 'invitation.revoked_by_staff' } as const;
  if (status === 'blocked') {
    // Lock order: invitations, organizations, then people. No card of theirs is about to be charged meanwhile.
    await revokeInvitationsOf(tx, actor, invitations);
    await lockOwnOrganizations(tx, userId);
  }
  if (status === 'blocked' || operatorRole === null) await releaseRequestsOf(tx, userId);
  const before = await lockAccount(tx, userId);
  const person = `${before.name}, ${before.email}`;
  if (status) {
    if (before.operatorRole) await notifyAdmins(tx, queue, actor, statusAlert(person, status, reason));
    await setAccountStatus(tx, userId, status);
    if (status === 'blocked') await revokeInvitationsOf(tx, actor, invitations);
    const action = status === 'blocked' ? 'user.blocked' : 'user.unblocked';
    await recordAction(tx, actor, { action, subjectUserId: userId, details: { reason } });
  }
  if (operatorRole !== undefined) {
    await notifyAdmins(tx, queue, actor, roleAlert(person, before.operatorRole, operatorRole, reason));
    await grantStaffRole(tx, userId, operatorRole);
    const details = { from: before.operatorRole ?? 'none', to: operatorRole ?? 'none', reason };
    await recordAction(tx, actor, { action: 'user.operator_role_changed', subjectUserId: userId, details });
  }
}

const roleLabels: Record<StaffRole, string> = { support: 'поддержка', finance: 'финансы', admin: 'администратор' };
const labelOf = (role: StaffRole | null) => (role ? roleLabels[role] : 'не сотрудник');

function roleAlert(person: string, from: StaffRole | null, to: StaffRole | null, reason: string) {
  return {
    subject: to === 'admin' ? 'Назначен администратор' : 'Роль сотрудника изменена',
    paragraphs: [`${person}: ${labelOf(from)} → ${labelOf(to)}.`, `Причина: ${reason}.`],
  };
}

function statusAlert(person: string, status: 'active' | 'blocked', reason: string) {
  const isBlocked = status === 'blocked';
  return {
    subject: isBlocked ? 'Сотрудник заблокирован' : 'Сотрудник разблокирован',
    paragraphs: [
      `${person}: ${isBlocked ? 'вход закрыт, сеансы завершены' : 'вход снова открыт'}.`,
      `Причина: ${reason}.`,
    ],
  };
}
