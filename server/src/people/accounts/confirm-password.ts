import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { countAttempt } from '../../platform/throttling/throttle.ts';
import { passwordInSession } from './limits.ts';
import { verifyPassword } from './passwords.ts';
import { getUser, holdPassword, type User } from './store.ts';

function wrongPassword(): Problem {
  return new Problem('wrong_password', {
    errors: [{ path: 'currentPassword', message: 'Текущий пароль введён неверно' }],
  });
}

/** An open session is not enough for what follows: its holder must know the password as well. */
export async function confirmPassword(db: Database, userId: string, password: string): Promise<User> {
  const attempt = await countAttempt(db, passwordInSession, userId);
  const user = await getUser(db, userId);
  if (!(await verifyPassword(user.passwordHash, password))) throw wrongPassword();
  await attempt.forgive();
  return user;
}

/** The password, checked a moment ago, is still the same and stays so until the transaction ends. */
export async function requireSamePassword(tx: Transaction, user: Pick<User, 'id' | 'passwordHash'>): Promise<void> {
  if (!(await holdPassword(tx, user))) throw wrongPassword();
}

/** A transaction in which it is. */
export function whilePasswordHolds<T>(
  db: Database,
  user: User,
  work: (tx: Transaction, user: User) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await requireSamePassword(tx, user);
    return work(tx, user);
  });
}
