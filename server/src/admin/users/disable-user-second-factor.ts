import { type Actor, recordAction } from '../../audit/record-action.ts';
import { disableSecondFactorOf } from '../../people/accounts/change-account.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';

/** For people who lost their phone and codes. Not for oneself: that requires the password. */
export async function disableUserSecondFactor(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  userId: string,
  details: { reason: string },
): Promise<void> {
  if (userId === actor.id) throw new Problem('own_account');
  const wasOn = await disableSecondFactorOf(tx, queue, userId);
  if (wasOn) await recordAction(tx, actor, { action: 'user.second_factor_disabled', subjectUserId: userId, details });
}
