import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { hashToken } from '../../platform/mail/hash-token.ts';
import { forgetCount } from '../../platform/throttling/throttle.ts';
import { accountOfAddress, createAccount } from './create-account.ts';
import { signInOfAccountADay } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { lockAddress } from './registrations/store.ts';
import { setPassword } from './set-password.ts';
import { refuseCommonPassword } from './sign-up.ts';
import { findResetToken, getUser, spendResetToken } from './store.ts';

/**
 * Sets a new password by the letter's token, once, and ends every session of the person. An address that has only
 * registrations becomes an account with that password and nothing of theirs.
 */
export async function resetPassword(
  { db, queue }: { db: Database; queue: Queue },
  { token, password }: { token: string; password: string },
): Promise<void> {
  refuseCommonPassword(password);
  const hash = hashToken(token);
  // Looked at before the costly hashing; what decides is the use below.
  const found = await findResetToken(db, hash);
  if (!found) throw new Problem('token_invalid');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const { email } = found;
    if (email !== null) await createWithPassword(tx, hash, email, passwordHash);
    else await setPasswordOfUser(tx, queue, hash, passwordHash);
  });
}

async function setPasswordOfUser(tx: Transaction, queue: Queue, hash: Buffer, passwordHash: string): Promise<void> {
  const spent = await spendResetToken(tx, hash);
  if (!spent?.userId) throw new Problem('token_invalid');
  const user = await getUser(tx, spent.userId);
  await setPassword(tx, queue, user, { passwordHash });
  // Whoever reads the mailbox is the owner: what others have tried does not keep them out.
  await forgetCount(tx, signInOfAccountADay, user.email);
}

async function createWithPassword(tx: Transaction, hash: Buffer, email: string, passwordHash: string): Promise<void> {
  // Before the token's row, as whoever confirms a registration does: the other order would be a deadlock.
  await lockAddress(tx, email);
  if (!(await spendResetToken(tx, hash))) throw new Problem('token_invalid');
  if (!(await createAccount(tx, accountOfAddress(email, passwordHash)))) throw new Problem('token_invalid');
}
