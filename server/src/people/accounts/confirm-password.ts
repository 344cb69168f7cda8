import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { countAttempt } from '../../platform/throttling/throttle.ts';
import { passwordInSession } from './limits.ts';
import { verifyPassword } from './passwords.ts';
import { getUser, lockPassword, type User } from './store.ts';

function wrongPassword(): Problem {
  return new Problem('wrong_password', {
    errors: [{ path: 'currentPassword', message: 'Текущий пароль введён неверно' }],
  });
}

/** For actions that an open session alone does not allow. */
export async function confirmPassword(db: Database, userId: string, password: string): Promise<User> {
  const attempt = await countAttempt(db, passwordInSession, userId);
  const user = await getUser(db, userId);
  if (!(await verifyPassword(user.passwordHash, password))) throw wrongPassword();
  await attempt.reset();
  return user;
}

/** Locks the row: the password checked before is still the same and stays so until the transaction ends. */
export async function requireUnchangedPassword(
  tx: Transaction,
  user: Pick<User, 'id' | 'passwordHash'>,
): Promise<void> {
  if (!(await lockPassword(tx, user))) throw wrongPassword();
}

export function withUnchangedPassword<T>(
  db: Database,
  user: User,
  work: (tx: Transaction, user: User) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await requireUnchangedPassword(tx, user);
    return work(tx, user);
  });
}
