import type { Transaction } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { accountNews } from './jobs.ts';
import { endSessionsOf } from './sessions/store.ts';
import { changePasswordHash, discardLetterTokens } from './store.ts';

/**
 * A new password ends the sessions opened with the old one, besides the one it was changed in, and spoils the links
 * that a thief may have asked for.
 */
export async function setPassword(
  tx: Transaction,
  queue: Queue,
  user: { id: string; email: string },
  { passwordHash, keptSessionId }: { passwordHash: string; keptSessionId?: string },
): Promise<void> {
  await changePasswordHash(tx, user.id, passwordHash);
  await discardLetterTokens(tx, user.id, 'reset_password');
  await discardLetterTokens(tx, user.id, 'change_email');
  await endSessionsOf(tx, user.id, keptSessionId);
  await queue.enqueue(tx, accountNews, { kind: 'password_changed', userId: user.id, email: user.email });
}
