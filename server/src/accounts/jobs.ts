import type { Database } from '../db/database.ts';
import { everyNight, handle, type JobHandler, jobKind } from '../jobs/queue.ts';
import type { LetterContent } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
import { workWithinLimit } from '../throttling/throttle.ts';
import { emailChangedLetter, emailChangeWantedLetter } from './email-change/letters.ts';
import { sendEmailChange } from './email-change/send-email-change.ts';
import * as letters from './letters.ts';
import { lettersToPerson } from './limits.ts';
import { newLetterToken } from './new-letter-token.ts';
import { secondFactorOffLetter, secondFactorOnLetter } from './second-factor/letters.ts';
import { forgetOldSessions } from './sessions/store.ts';
import {
  deleteOldLetterTokens,
  findUserByEmail,
  getUser,
  type LetterPurpose,
  saveLetterToken,
  type User,
} from './store.ts';

/**
 * What happened to an address that its owner should hear of. Which letter that makes, if any, is decided by the worker,
 * so that a request for an address without an account takes the same path as any other.
 */
export type AccountNews =
  | { kind: 'registered' | 'verification_wanted' | 'reset_wanted'; email: string }
  | {
      kind: 'password_changed' | 'email_change_wanted' | 'email_changed' | 'second_factor_on' | 'second_factor_off';
      userId: string;
      /** The person's address at that time: whoever took the account over must not get the letter. */
      email: string;
    }
  | { kind: 'signed_in_elsewhere'; userId: string; email: string; device: string; address: string; at: string };

/** A person wants their account moved to this address. */
export interface EmailChange {
  userId: string;
  email: string;
}

export const accountNews = jobKind<AccountNews>('account-news');
export const emailChange = jobKind<EmailChange>('email-change');
export const accountTidying = jobKind<object>('account-tidying');

export interface AccountJobContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  supportEmail: string;
}

export function accountJobs(context: AccountJobContext): JobHandler[] {
  return [
    handle(accountNews, (news) => tellOwner(context, news)),
    handle(emailChange, (change) => sendEmailChange(context, change)),
    everyNight(accountTidying, () => tidy(context.db)),
  ];
}

async function tidy(db: Database): Promise<void> {
  await deleteOldLetterTokens(db);
  await forgetOldSessions(db);
}

async function tellOwner(context: AccountJobContext, news: AccountNews): Promise<void> {
  const { db, mailer } = context;
  const user = 'userId' in news ? await getUser(db, news.userId) : await findUserByEmail(db, news.email);
  if (user?.status !== 'active') return;
  await workWithinLimit(db, lettersToPerson, [news.kind, news.email], async () => {
    const letter = await chooseLetter(context, user, news);
    if (letter) await mailer.send(news.email, letter);
  });
}

async function chooseLetter(context: AccountJobContext, user: User, news: AccountNews): Promise<LetterContent | null> {
  const { publicUrl, supportEmail } = context;
  const recoveryUrl = `${publicUrl}/auth/recovery`;
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
      return letters.passwordChangedLetter(user.name, recoveryUrl);
    case 'email_change_wanted':
      return emailChangeWantedLetter(user.name, recoveryUrl);
    case 'email_changed':
      return emailChangedLetter(user.name, supportEmail);
    case 'second_factor_on':
      return secondFactorOnLetter(user.name, recoveryUrl);
    case 'second_factor_off':
      return secondFactorOffLetter(user.name, recoveryUrl);
    case 'signed_in_elsewhere':
      return letters.newSignInLetter(user.name, news, recoveryUrl);
  }
}

type LinkPurpose = Exclude<LetterPurpose, 'change_email'>;

const links: Record<LinkPurpose, { path: string; lifetimeSeconds: number }> = {
  verify_email: { path: '/auth/verify', lifetimeSeconds: 24 * 60 * 60 },
  reset_password: { path: '/auth/reset-password', lifetimeSeconds: 60 * 60 },
};

async function letterLink({ db, publicUrl }: AccountJobContext, user: User, purpose: LinkPurpose): Promise<string> {
  const { path, lifetimeSeconds } = links[purpose];
  const { token, hash } = newLetterToken();
  await saveLetterToken(db, { hash, userId: user.id, purpose, lifetimeSeconds });
  return `${publicUrl}${path}?token=${token}`;
}
