import { randomBytes } from 'node:crypto';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { fieldProblem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { accountEmail, emailChange } from '../jobs.ts';
import { endSessionsBut } from '../sessions/end-sessions.ts';
import { discardLetterTokens } from '../store.ts';
import { newVerifier } from '../verifier.ts';
import { savePendingEmail } from './store.ts';

/** The worker checks whether the address is taken, so that neither answer nor timing tells. */
export async function requestEmailChange(
  tx: Transaction,
  queue: Queue,
  user: { id: string; email: string },
  { email, keptSessionId }: { email: string; keptSessionId: string },
): Promise<{ verifier: string }> {
  if (email === user.email) throw fieldProblem('email', 'Это ваш нынешний адрес. Введите другой.');
  await discardLetterTokens(tx, user.id, 'change_email');
  // A random hash that no token has: the worker replaces it when it sends the letter.
  const { verifier, verifierHash } = newVerifier();
  await savePendingEmail(tx, { userId: user.id, email, hash: randomBytes(32), verifierHash });
  await endSessionsBut(tx, user.id, keptSessionId);
  await queue.enqueue(tx, accountEmail, { kind: 'email_change_wanted', userId: user.id, email: user.email });
  await queue.enqueue(tx, emailChange, { userId: user.id, email });
  return { verifier };
}

/** A letter that is already on its way opens nothing. */
export async function cancelEmailChange(db: Queries, userId: string): Promise<void> {
  await discardLetterTokens(db, userId, 'change_email');
}
