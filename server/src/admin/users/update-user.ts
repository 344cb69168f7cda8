import type { updateUser as contract } from '@kazna/contract/admin/users';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import { grantStaffRole, setAccountStatus } from '../../people/accounts/change-account.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';

/** Not for oneself: an admin could lock themselves out. */
export async function updateUser(
  tx: Transaction,
  actor: Actor,
  userId: string,
  { status, operatorRole, reason }: z.output<(typeof contract)['body']>,
): Promise<void> {
  if (userId === actor.userId) throw new Problem('own_account');
  if (status) {
    await setAccountStatus(tx, userId, status);
    const action = status === 'blocked' ? 'user.blocked' : 'user.unblocked';
    await recordAction(tx, actor, { action, subjectUserId: userId, details: { reason } });
  }
  if (operatorRole !== undefined) {
    await grantStaffRole(tx, userId, operatorRole);
    const details = { role: operatorRole ?? 'none', reason };
    await recordAction(tx, actor, { action: 'user.operator_role_changed', subjectUserId: userId, details });
  }
}
