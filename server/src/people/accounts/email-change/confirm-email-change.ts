import type { Transaction } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { accountEmail } from '../jobs.ts';
import { deleteRegistrations, lockAddress } from '../registrations/store.ts';
import { discardLetterTokens } from '../store.ts';
import { replaceEmail, spendPendingEmail } from './store.ts';

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
