import { randomBytes } from 'node:crypto';
import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { newLetterToken } from '../../platform/secrets.ts';
import { type Limit, runWithinLimit, throttle } from '../../platform/throttling/throttle.ts';
import { accountEmail, type EmailChange, emailChange, lettersToPerson } from '../account-emails.ts';
import {
  discardLetterTokens,
  findPendingEmail,
  newVerifier,
  renewPendingEmail,
  savePendingEmail,
  spendPendingEmail,
} from './letter-tokens-store.ts';
import { addressWantedLetter, confirmNewEmailLetter } from './letters.ts';
import { endSessionsBut } from './sessions/sessions-store.ts';
import { deleteRegistrations, findUserByEmail, getUser, lockAddress, replaceEmail } from './store.ts';

export const emailChangesOfPerson: Limit = { name: 'email-changes', hits: 10, windowSeconds: 60 * 60 };
/** Repeated letters to a new address: with the first one, all that `lettersToPerson` allows. */
const emailChangeRepeats: Limit = { name: 'email-change-repeats', hits: 4, windowSeconds: 60 * 60 };

/** The worker checks whether the address is taken, so that neither answer nor timing shows it. */
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

/** Fails when the address has got an account meanwhile. Deletes registrations of the address. */
export async function confirmEmailChange(tx: Transaction, queue: Queue, hash: Buffer): Promise<{ email: string }> {
  const change = await spendPendingEmail(tx, hash);
  if (!change) throw new Problem('token_invalid');
  const { userId, email, formerEmail } = change;
  await lockAddress(tx, email);
  await replaceEmail(tx, userId, email).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_key') ? new Problem('token_invalid') : error;
  });
  await deleteRegistrations(tx, email);
  // A reset link in the former mailbox must not open the account.
  await discardLetterTokens(tx, userId, 'reset_password');
  await queue.enqueue(tx, accountEmail, { kind: 'email_changed', userId, email: formerEmail });
  return { email };
}

export async function resendEmailChange(db: Database, queue: Queue, userId: string): Promise<void> {
  const email = await findPendingEmail(db, userId);
  if (!email) throw new Problem('not_found');
  await throttle(db, emailChangeRepeats, userId, email);
  await db.transaction((tx) => queue.enqueue(tx, emailChange, { userId, email }));
}

interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
}

/** Sends a confirmation link or, if the address has an account, a warning to its owner. */
export function sendEmailChange(context: LetterContext, { userId, email }: EmailChange): Promise<void> {
  const { db, mailer, publicUrl } = context;
  return runWithinLimit(db, lettersToPerson, ['email_change', email], async () => {
    const owner = await findUserByEmail(db, email);
    if (owner) {
      if (owner.status === 'active') await mailer.send(email, addressWantedLetter(owner.name));
      return;
    }
    const { token, hash } = newLetterToken();
    if (!(await renewPendingEmail(db, { userId, email, hash }))) return;
    const { name } = await getUser(db, userId);
    await mailer.send(email, confirmNewEmailLetter(name, `${publicUrl}/auth/verify?token=${token}`));
  });
}
