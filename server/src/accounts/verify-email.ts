import type { Transaction } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import type { Queue } from '../jobs/queue.ts';
import { openPersonalOrganization } from '../organizations/open-personal-organization.ts';
import { tellReferrer } from '../referrals/tell-referrer.ts';
import { confirmEmailChange } from './email-change/confirm-email-change.ts';
import { hashToken } from './hash-token.ts';
import { markEmailVerified, spendLetterToken } from './store.ts';

/**
 * Confirms an address by the letter's token: that of a new account, which gets its first organization, or the one that
 * an account is moved to.
 */
export async function verifyEmail(tx: Transaction, queue: Queue, token: string): Promise<{ email: string }> {
  const hash = hashToken(token);
  const changedEmail = await confirmEmailChange(tx, queue, hash);
  if (changedEmail) return { email: changedEmail };
  const userId = await spendLetterToken(tx, hash, 'verify_email');
  const user = userId && (await markEmailVerified(tx, userId));
  if (!user) throw new Problem('token_invalid');
  await openPersonalOrganization(tx, user.id);
  await tellReferrer(tx, user.id);
  return { email: user.email };
}
