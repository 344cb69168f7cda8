import { isUniqueViolation, type Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { accountNews } from '../jobs.ts';
import { deleteRegistrations, lockAddress } from '../registrations/store.ts';
import { discardLetterTokens } from '../store.ts';
import { replaceEmail, spendPendingEmail } from './store.ts';

/** The new address counts from now on, unless it has come to have an account. Its registrations have lost. */
export async function confirmEmailChange(tx: Transaction, queue: Queue, hash: Buffer): Promise<{ email: string }> {
  const change = await spendPendingEmail(tx, hash);
  if (!change) throw new Problem('token_invalid');
  const { userId, email, formerEmail } = change;
  await lockAddress(tx, email);
  await replaceEmail(tx, userId, email).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_key') ? new Problem('token_invalid') : error;
  });
  await deleteRegistrations(tx, email);
  // A link that lies in the former mailbox must not open the account.
  await discardLetterTokens(tx, userId, 'reset_password');
  await queue.enqueue(tx, accountNews, { kind: 'email_changed', userId, email: formerEmail });
  return { email };
}
