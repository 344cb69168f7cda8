import type { Transaction } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import { openPersonalOrganization } from '../organizations/open-personal-organization.ts';
import { hashToken } from './hash-token.ts';
import { markEmailVerified, spendLetterToken } from './store.ts';

/** Confirms the address by the letter's token and gives the person their first organization. */
export async function verifyEmail(tx: Transaction, token: string): Promise<{ email: string }> {
  const userId = await spendLetterToken(tx, hashToken(token), 'verify_email');
  const user = userId && (await markEmailVerified(tx, userId));
  if (!user) throw new Problem('token_invalid');
  await openPersonalOrganization(tx, user.id);
  return { email: user.email };
}
