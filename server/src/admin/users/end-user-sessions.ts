import { type Actor, recordAction } from '../../audit/record-action.ts';
import { endAccountSessions } from '../../people/accounts/change-account.ts';
import type { Transaction } from '../../platform/db/database.ts';

export async function endUserSessions(
  tx: Transaction,
  actor: Actor,
  userId: string,
  details: { reason: string },
): Promise<void> {
  await endAccountSessions(tx, userId);
  await recordAction(tx, actor, { action: 'user.sessions_ended', subjectUserId: userId, details });
}
