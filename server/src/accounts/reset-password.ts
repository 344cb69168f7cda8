import type { Database } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import type { Queue } from '../jobs/queue.ts';
import { hashToken } from './hash-token.ts';
import { accountNews } from './jobs.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions/store.ts';
import { refuseCommonPassword } from './sign-up.ts';
import { changePasswordHash, discardLetterTokens, findLetterTokenUser, getUser, spendLetterToken } from './store.ts';

/** Sets a new password by the letter's token, once, and ends every session of the person. */
export async function resetPassword(
  { db, queue }: { db: Database; queue: Queue },
  { token, password }: { token: string; password: string },
): Promise<void> {
  refuseCommonPassword(password);
  const hash = hashToken(token);
  // Looked at before the costly hashing; what decides is the use below.
  if (!(await findLetterTokenUser(db, hash, 'reset_password'))) throw new Problem('token_invalid');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const userId = await spendLetterToken(tx, hash, 'reset_password');
    if (!userId) throw new Problem('token_invalid');
    await changePasswordHash(tx, userId, passwordHash);
    await discardLetterTokens(tx, userId, 'reset_password');
    await endSessionsOf(tx, userId);
    const { email } = await getUser(tx, userId);
    await queue.enqueue(tx, accountNews, { kind: 'password_changed', email });
  });
}
