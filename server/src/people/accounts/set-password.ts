import type { Transaction } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { accountEmail } from './jobs.ts';
import { endSessionsBut } from './sessions/end-sessions.ts';
import { changePasswordHash, discardLetterTokens } from './store.ts';

/** Ends all other sessions and discards links that a thief may have requested. */
export async function setPassword(
  tx: Transaction,
  queue: Queue,
  user: { id: string; email: string },
  { passwordHash, keptSessionId }: { passwordHash: string; keptSessionId?: string },
): Promise<void> {
  await changePasswordHash(tx, user.id, passwordHash);
  await discardLetterTokens(tx, user.id, 'reset_password');
  await discardLetterTokens(tx, user.id, 'change_email');
  await endSessionsBut(tx, user.id, keptSessionId);
  await queue.enqueue(tx, accountEmail, { kind: 'password_changed', userId: user.id, email: user.email });
}
