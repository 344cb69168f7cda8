import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { hashToken } from '../../platform/mail/hash-token.ts';
import { resetLimit } from '../../platform/throttling/throttle.ts';
import { accountOfAddress, createAccount } from './create-account.ts';
import { signInOfAccountADay } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { lockAddress } from './registrations/store.ts';
import { setPassword } from './set-password.ts';
import { rejectCommonPassword } from './sign-up.ts';
import { findResetToken, getUser, spendResetToken } from './store.ts';

/** An address with registrations only becomes an account with that password and nothing of theirs. */
export async function resetPassword(
  { db, queue }: { db: Database; queue: Queue },
  { token, password }: { token: string; password: string },
): Promise<void> {
  rejectCommonPassword(password);
  const hash = hashToken(token);
  // Fails early, before the costly hashing; consuming the token below decides.
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
  // Access to the mailbox proves the owner, so attempts of others must not lock them out.
  await resetLimit(tx, signInOfAccountADay, user.email);
}

async function createWithPassword(tx: Transaction, hash: Buffer, email: string, passwordHash: string): Promise<void> {
  // Lock order: the address, then the token's row, as in a confirmation; the other order would deadlock.
  await lockAddress(tx, email);
  if (!(await spendResetToken(tx, hash))) throw new Problem('token_invalid');
  if (!(await createAccount(tx, accountOfAddress(email, passwordHash)))) throw new Problem('token_invalid');
}
