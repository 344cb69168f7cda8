import type { changePasswordForm } from '@kazna/contract/cabinet/profile';
import type { z } from 'zod/mini';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { hashToken } from '../../platform/secrets.ts';
import { countAttempt, type Limit, resetLimit } from '../../platform/throttling/throttle.ts';
import { accountEmail } from '../account-emails.ts';
import { accountOfAddress, createAccount } from './create-account.ts';
import { hashPassword, noPassword, rejectCommonPassword, verifyPassword } from './credentials.ts';
import { deleteLinks } from './external/external-store.ts';
import { discardLetterTokens, findResetToken, spendResetToken } from './letter-tokens-store.ts';
import { deletePasskeys } from './passkeys/passkeys-store.ts';
import { endSessionsBut } from './sessions/sessions-store.ts';
import { signInOfAccountADay } from './sign-in.ts';
import { changePasswordHash, getUser, lockAddress, lockPassword, type User } from './store.ts';

/** Wrong passwords inside a session: a stolen session must not be used to guess the password. */
const passwordInSession: Limit = { name: 'password-in-session', hits: 10, windowSeconds: 15 * 60 };

/** Ends all sessions but the current one. */
export async function changePassword(
  { db, queue }: { db: Database; queue: Queue },
  { userId, sessionId }: { userId: string; sessionId: string },
  { currentPassword, newPassword }: z.output<typeof changePasswordForm>,
): Promise<void> {
  await rejectCommonPassword(newPassword, 'newPassword');
  const user = await confirmPassword(db, userId, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  await withUnchangedPassword(db, user, (tx) =>
    setPassword(tx, queue, user, { passwordHash, keptSessionId: sessionId }),
  );
}

function wrongPassword(): Problem {
  return new Problem('wrong_password', {
    errors: [{ path: 'currentPassword', message: 'Текущий пароль введён неверно' }],
  });
}

function missingPassword(): Problem {
  const message = 'У аккаунта нет пароля. Сначала задайте его в профиле.';
  return new Problem('wrong_password', { detail: message, errors: [{ path: 'currentPassword', message }] });
}

/** For actions that an open session alone does not allow. */
export async function confirmPassword(db: Database, userId: string, password: string): Promise<User> {
  const attempt = await countAttempt(db, passwordInSession, userId);
  const user = await getUser(db, userId);
  if (!(await verifyPassword(user.passwordHash, password)))
    throw user.passwordHash === noPassword ? missingPassword() : wrongPassword();
  await attempt.reset();
  return user;
}

/** For people who registered by a provider. Ends all sessions but the current one. */
export async function setFirstPassword(
  { db, queue }: { db: Database; queue: Queue },
  { userId, sessionId }: { userId: string; sessionId: string },
  newPassword: string,
): Promise<void> {
  await rejectCommonPassword(newPassword, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  const user = await getUser(db, userId);
  await db.transaction(async (tx) => {
    if (!(await lockPassword(tx, { id: userId, passwordHash: noPassword }))) throw new Problem('password_exists');
    await setPassword(tx, queue, user, { passwordHash, keptSessionId: sessionId });
  });
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

/** Ends all other sessions and discards links that a thief may have requested. */
async function setPassword(
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

/** An address with registrations only becomes an account with that password and nothing of theirs. */
export async function resetPassword(
  { db, queue }: { db: Database; queue: Queue },
  { token, password }: { token: string; password: string },
): Promise<void> {
  await rejectCommonPassword(password);
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
  // The account may have been lost to an intruder who added a passkey. Of staff it is the second factor, which a
  // mailbox alone must not remove.
  if (!user.operatorRole) await deletePasskeys(tx, user.id);
  await deleteLinks(tx, user.id);
  // Access to the mailbox proves the owner, so attempts of others must not lock them out.
  await resetLimit(tx, signInOfAccountADay, user.email);
}

async function createWithPassword(tx: Transaction, hash: Buffer, email: string, passwordHash: string): Promise<void> {
  // Lock order: the address, then the token's row, as in a confirmation; the other order would deadlock.
  await lockAddress(tx, email);
  if (!(await spendResetToken(tx, hash))) throw new Problem('token_invalid');
  if (!(await createAccount(tx, accountOfAddress(email, passwordHash)))) throw new Problem('token_invalid');
}
