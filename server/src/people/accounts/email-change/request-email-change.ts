import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../../platform/db/database.ts';
import { fieldProblem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { accountNews, emailChange } from '../jobs.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { discardLetterTokens } from '../store.ts';
import { newVerifier } from '../verifier.ts';
import { savePendingEmail } from './store.ts';

/**
 * Writes down the wanted address, in place of one that waited before, and has both addresses told. Whether somebody
 * has it already is found out by the worker, so that the answer and the profile look the same either way.
 */
export async function requestEmailChange(
  tx: Transaction,
  queue: Queue,
  user: { id: string; email: string },
  { email, keptSessionId }: { email: string; keptSessionId: string },
): Promise<{ verifier: string }> {
  if (email === user.email) throw fieldProblem('email', 'Это ваш нынешний адрес. Введите другой.');
  await discardLetterTokens(tx, user.id, 'change_email');
  // Nobody knows a token of this hash: the one that works is born on its way into the letter.
  const { verifier, verifierHash } = newVerifier();
  await savePendingEmail(tx, { userId: user.id, email, hash: randomBytes(32), verifierHash });
  await endSessionsOf(tx, user.id, keptSessionId);
  await queue.enqueue(tx, accountNews, { kind: 'email_change_wanted', userId: user.id, email: user.email });
  await queue.enqueue(tx, emailChange, { userId: user.id, email });
  return { verifier };
}
