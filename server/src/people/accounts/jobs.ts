import type { Database, Queries } from '../../platform/db/database.ts';
import { transactionWithoutTimeouts } from '../../platform/db/without-timeouts.ts';
import { everyNight, handle, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import type { LetterContent } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { workWithinLimit } from '../../platform/throttling/throttle.ts';
import { emailChangedLetter, emailChangeWantedLetter } from './email-change/letters.ts';
import { type EmailChange, sendEmailChange } from './email-change/send-email-change.ts';
import * as letters from './letters.ts';
import { lettersToPerson } from './limits.ts';
import { type AddressNews, sendAddressLetter } from './registrations/send-address-letter.ts';
import { deleteExpiredRegistrations } from './registrations/store.ts';
import { secondFactorOffByStaffLetter, secondFactorOffLetter, secondFactorOnLetter } from './second-factor/letters.ts';
import { forgetOldSessions } from './sessions/store.ts';
import { deleteOldLetterTokens, getUser, type User } from './store.ts';

/**
 * What happened to an address that its owner should hear of. Which letter that makes, if any, is decided by the worker,
 * so that a request for an address without an account takes the same path as any other.
 */
export type AccountNews =
  | AddressNews
  | {
      kind:
        | 'password_changed'
        | 'email_change_wanted'
        | 'email_changed'
        | 'second_factor_on'
        | 'second_factor_off'
        | 'second_factor_off_by_staff';
      userId: string;
      /** The person's address at that time: whoever took the account over must not get the letter. */
      email: string;
    }
  | { kind: 'signed_in_elsewhere'; userId: string; email: string; device: string; address: string; at: string };

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
    everyNight(accountTidying, () => transactionWithoutTimeouts(context.db, tidy)),
  ];
}

async function tidy(db: Queries): Promise<void> {
  await deleteExpiredRegistrations(db);
  await deleteOldLetterTokens(db);
  await forgetOldSessions(db);
}

async function tellOwner(context: AccountJobContext, news: AccountNews): Promise<void> {
  if (!('userId' in news)) return sendAddressLetter(context, news);
  const { db, mailer } = context;
  const user = await getUser(db, news.userId);
  if (user.status !== 'active') return;
  await workWithinLimit(db, lettersToPerson, [news.kind, news.email], () =>
    mailer.send(news.email, chooseLetter(context, user, news)),
  );
}

function chooseLetter(
  { publicUrl, supportEmail }: AccountJobContext,
  { name }: User,
  news: Exclude<AccountNews, AddressNews>,
): LetterContent {
  const recoveryUrl = `${publicUrl}/auth/recovery`;
  switch (news.kind) {
    case 'password_changed':
      return letters.passwordChangedLetter(name, recoveryUrl);
    case 'email_change_wanted':
      return emailChangeWantedLetter(name, recoveryUrl);
    case 'email_changed':
      return emailChangedLetter(name, supportEmail);
    case 'second_factor_on':
      return secondFactorOnLetter(name, recoveryUrl);
    case 'second_factor_off':
      return secondFactorOffLetter(name, recoveryUrl);
    case 'second_factor_off_by_staff':
      return secondFactorOffByStaffLetter(name, supportEmail);
    case 'signed_in_elsewhere':
      return letters.newSignInLetter(name, news, recoveryUrl);
  }
}
