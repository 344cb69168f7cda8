import { isUniqueViolation, type Transaction } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import type { Queue } from '../../jobs/queue.ts';
import { forgetAccount } from '../forget-account.ts';
import { accountNews } from '../jobs.ts';
import { discardLetterTokens } from '../store.ts';
import { deleteConsents, lockUnverifiedRegistration, replaceEmail, spendPendingEmail } from './store.ts';

/** The new address counts from now on, unless another person has come to have it. Null when the token is none of ours. */
export async function confirmEmailChange(tx: Transaction, queue: Queue, hash: Buffer): Promise<string | null> {
  const change = await spendPendingEmail(tx, hash);
  if (!change) return null;
  const { userId, email, formerEmail } = change;
  await giveWay(tx, email);
  await replaceEmail(tx, userId, email).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_key') ? new Problem('token_invalid') : error;
  });
  // A link that lies in the former mailbox must not open the account.
  await discardLetterTokens(tx, userId, 'reset_password');
  await queue.enqueue(tx, accountNews, { kind: 'email_changed', userId, email: formerEmail });
  return email;
}

/** Whoever registered with the address and never confirmed it agreed to nothing; the log may name them all the same. */
async function giveWay(tx: Transaction, email: string): Promise<void> {
  const userId = await lockUnverifiedRegistration(tx, email);
  if (!userId) return;
  await deleteConsents(tx, userId);
  await forgetAccount(tx, userId);
}
