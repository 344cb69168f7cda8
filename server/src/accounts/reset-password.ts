import type { Database } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import type { Queue } from '../jobs/queue.ts';
import { hashToken } from './hash-token.ts';
import { hashPassword } from './passwords.ts';
import { setPassword } from './set-password.ts';
import { refuseCommonPassword } from './sign-up.ts';
import { findLetterTokenUser, getUser, spendLetterToken } from './store.ts';

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
    await setPassword(tx, queue, await getUser(tx, userId), { passwordHash });
  });
}
