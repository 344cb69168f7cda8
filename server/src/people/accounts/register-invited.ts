import type { InvitationInLetter, invitedSignUpForm } from '@kazna/contract/cabinet/invited-sign-up';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { z } from 'zod/mini';
import { acceptInvitation } from '../../organizations/invitations/answer-invitation.ts';
import { findInvitationByToken } from '../../organizations/invitations/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Origin } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { hashToken } from '../../platform/secrets.ts';
import { createAccount, readReferralCode } from './create-account.ts';
import { hashPassword, rejectCommonPassword } from './credentials.ts';
import type { SessionKeys } from './sessions/session-keys-store.ts';
import { openSession } from './sessions/session-tokens.ts';
import { agreedDocuments, type SignUpContext } from './sign-up.ts';
import { findReferrer } from './store.ts';

export async function readInvitationInLetter(db: Queries, token: string): Promise<InvitationInLetter> {
  const invitation = await findInvitationByToken(db, hashToken(token));
  if (!invitation) throw new Problem('token_invalid');
  const { email, organizationName, role, invitedBy, hasAccount } = invitation;
  return { email, organizationName, role, invitedBy, hasAccount };
}

/** Needs no confirmation letter: the token came to the invited address, which cannot be changed here. */
export async function registerInvited(
  { db, keys, documentVersions }: SignUpContext & { keys: SessionKeys },
  { token, name, password, referrerCode, ...form }: z.output<typeof invitedSignUpForm>,
  origin: Origin,
): Promise<TokenPair> {
  await rejectCommonPassword(password);
  const hash = hashToken(token);
  // Fails early, before the costly hashing; the read inside the transaction decides.
  if (!(await findInvitationByToken(db, hash))) throw new Problem('token_invalid');
  const passwordHash = await hashPassword(password);
  const { address } = origin;
  return db.transaction(async (tx) => {
    const invitation = await findInvitationByToken(tx, hash);
    if (!invitation) throw new Problem('token_invalid');
    const referrerId = await findReferrer(tx, readReferralCode(referrerCode));
    const consents = agreedDocuments(form).map((document) => ({
      document,
      version: documentVersions[document],
      address,
    }));
    const userId = await createAccount(tx, { email: invitation.email, name, passwordHash, referrerId, consents });
    if (!userId) throw new Problem('account_exists');
    await acceptInvitation(tx, { id: userId, address }, invitation.id);
    return (await openSession(tx, keys, userId, origin)).tokens;
  });
}
