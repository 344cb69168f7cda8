import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { everyNight, handle, type JobHandler, jobKind } from '../jobs/queue.ts';
import type { LetterContent } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
import { isWithinLimit } from '../throttling/throttle.ts';
import { hashToken } from './hash-token.ts';
import * as letters from './letters.ts';
import { lettersToPerson } from './limits.ts';
import { deleteOldLetterTokens, findUserByEmail, type LetterPurpose, saveLetterToken, type User } from './store.ts';

/**
 * What happened to an address that its owner should hear of. Which letter that makes, if any, is decided by the worker,
 * so that a request for an address without an account takes the same path as any other.
 */
export type AccountNews =
  | { kind: 'registered' | 'verification_wanted' | 'reset_wanted' | 'password_changed'; email: string }
  | { kind: 'signed_in_elsewhere'; email: string; device: string; address: string; at: string };

export const accountNews = jobKind<AccountNews>('account-news');
export const accountTidying = jobKind<object>('account-tidying');

export interface AccountJobContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
}

export function accountJobs(context: AccountJobContext): JobHandler[] {
  return [
    handle(accountNews, (news) => tellOwner(context, news)),
    everyNight(accountTidying, () => deleteOldLetterTokens(context.db)),
  ];
}

async function tellOwner(context: AccountJobContext, news: AccountNews): Promise<void> {
  const user = await findUserByEmail(context.db, news.email);
  if (!user || user.status === 'blocked') return;
  if (!(await isWithinLimit(context.db, lettersToPerson, news.kind, news.email))) return;
  const letter = await chooseLetter(context, user, news);
  if (letter) await context.mailer.send(user.email, letter);
}

async function chooseLetter(context: AccountJobContext, user: User, news: AccountNews): Promise<LetterContent | null> {
  const { publicUrl } = context;
  const isVerified = user.emailVerifiedAt !== null;
  const verification = async () =>
    letters.verificationLetter(user.name, await letterLink(context, user, 'verify_email'));
  switch (news.kind) {
    case 'registered':
      return isVerified ? letters.alreadyRegisteredLetter(user.name, `${publicUrl}/auth/?mode=signin`) : verification();
    case 'verification_wanted':
      return isVerified ? null : verification();
    case 'reset_wanted':
      return isVerified
        ? letters.resetLetter(user.name, await letterLink(context, user, 'reset_password'))
        : verification();
    case 'password_changed':
      return letters.passwordChangedLetter(user.name, `${publicUrl}/auth/recovery`);
    case 'signed_in_elsewhere':
      return letters.newSignInLetter(user.name, news, `${publicUrl}/auth/recovery`);
  }
}

const links: Record<LetterPurpose, { path: string; lifetimeSeconds: number }> = {
  verify_email: { path: '/auth/verify', lifetimeSeconds: 24 * 60 * 60 },
  reset_password: { path: '/auth/reset-password', lifetimeSeconds: 60 * 60 },
};

/** The token is born here, on its way into the letter: neither the queue nor the database ever holds it. */
async function letterLink({ db, publicUrl }: AccountJobContext, user: User, purpose: LetterPurpose): Promise<string> {
  const { path, lifetimeSeconds } = links[purpose];
  const token = randomBytes(32).toString('base64url');
  await saveLetterToken(db, { hash: hashToken(token), userId: user.id, purpose, lifetimeSeconds });
  return `${publicUrl}${path}?token=${token}`;
}
