import type * as contract from '@kazna/contract/cabinet/accounts';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { z } from 'zod/mini';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { hashToken } from '../../platform/secrets.ts';
import { countAttempt, type Limit } from '../../platform/throttling/throttle.ts';
import { accountOfAddress, accountOfRegistration, createAccount, type NewAccount } from './create-account.ts';
import { hashPassword, rejectCommonPassword, verifyPassword } from './credentials.ts';
import { confirmEmailChange } from './email-change.ts';
import { findEmailChange, matchesVerifier } from './letter-tokens-store.ts';
import { findRegistrationByToken, getUser, lockAddress, type Registration } from './store.ts';

const passwordOfLink: Limit = { name: 'password-of-link', hits: 10, windowSeconds: 24 * 60 * 60 };

/**
 * Confirms a registration or a change of address in the browser that requested the letter. The token alone proves only
 * access to the mailbox: somebody else may have registered or requested the change.
 */
export async function verifyEmail(
  tx: Transaction,
  queue: Queue,
  { token, verifier }: { token: string; verifier?: string | undefined },
  openSession?: (userId: string) => Promise<TokenPair>,
): Promise<Answer<typeof contract.verifyEmail>> {
  const hash = hashToken(token);
  const change = await findEmailChange(tx, hash);
  if (change) {
    if (!matchesVerifier(change.verifierHash, verifier)) throw new Problem('current_password_required');
    return confirmEmailChange(tx, queue, hash);
  }
  const registration = await lockRegistration(tx, hash);
  if (!matchesVerifier(registration.verifierHash, verifier)) throw new Problem('password_required');
  const { userId, email } = await create(tx, accountOfRegistration(registration));
  // The account is a moment old: it has no second factor, is not blocked and has no other sessions.
  return openSession ? { email, tokens: await openSession(userId) } : { email };
}

interface VerifyContext {
  db: Database;
  queue: Queue;
}

/** For any other browser: by the password of the registration or account, or by a new one. */
export function verifyEmailByPassword(
  context: VerifyContext,
  { token, password, newPassword, name }: z.output<typeof contract.verifyEmailForm>,
): Promise<{ email: string }> {
  const hash = hashToken(token);
  return newPassword === undefined
    ? verifyByPassword(context, hash, password ?? '')
    : verifyByNewPassword(context, hash, { newPassword, name });
}

async function verifyByPassword({ db, queue }: VerifyContext, hash: Buffer, password: string) {
  const change = await findEmailChange(db, hash);
  const subject = change ? await getUser(db, change.userId) : await findRegistrationByToken(db, hash);
  if (!subject) throw new Problem('token_invalid');
  const attempt = await countAttempt(db, passwordOfLink, hash.toString('hex'));
  if (!(await verifyPassword(subject.passwordHash, password))) {
    throw new Problem('wrong_password', { errors: [{ path: 'password', message: 'Пароль введён неверно' }] });
  }
  await attempt.reset();
  return db.transaction(async (tx) => {
    // A password change meanwhile has discarded the token, so this fails.
    if (change) return confirmEmailChange(tx, queue, hash);
    const { email } = await create(tx, accountOfRegistration(await lockRegistration(tx, hash)));
    return { email };
  });
}

async function verifyByNewPassword(
  { db }: VerifyContext,
  hash: Buffer,
  { newPassword, name }: { newPassword: string; name: string | undefined },
) {
  await rejectCommonPassword(newPassword, 'newPassword');
  // The new address may be a typo: the stranger who reads it must not set the account's password.
  if (await findEmailChange(db, hash)) throw new Problem('current_password_required');
  if (!(await findRegistrationByToken(db, hash))) throw new Problem('token_invalid');
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const { email } = await lockRegistration(tx, hash);
    await create(tx, accountOfAddress(email, passwordHash, name));
    return { email };
  });
}

/** Reads again under the lock: the first of concurrent confirmations deletes all registrations. */
async function lockRegistration(tx: Transaction, hash: Buffer): Promise<Registration> {
  const found = await findRegistrationByToken(tx, hash);
  if (found) await lockAddress(tx, found.email);
  const registration = found && (await findRegistrationByToken(tx, hash));
  if (!registration) throw new Problem('token_invalid');
  return registration;
}

async function create(tx: Transaction, account: NewAccount): Promise<{ userId: string; email: string }> {
  const userId = await createAccount(tx, account);
  if (!userId) throw new Problem('token_invalid');
  return { userId, email: account.email };
}
