import { resendVerification } from '../../accounts/change-account.ts';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../db/database.ts';
import type { Queue } from '../../jobs/queue.ts';

/** Sends the letter that confirms a person's address once more. */
export async function resendUserVerification(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  userId: string,
  details: { reason: string },
): Promise<void> {
  await resendVerification(tx, queue, userId);
  await recordAction(tx, actor, { action: 'user.verification_resent', subjectUserId: userId, details });
}
