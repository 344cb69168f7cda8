import type { Database, Queries } from '../../platform/db/database.ts';
import { transactionWithoutTimeouts, withSignal } from '../../platform/db/timeouts.ts';
import { everyNight, handle, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import type { LetterContent } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { runWithinLimit } from '../../platform/throttling/throttle.ts';
import { type AccountEmail, type AddressEmail, accountEmail, emailChange, lettersToPerson } from '../account-emails.ts';
import { sendEmailChange } from './email-change.ts';
import { deleteOldVisits } from './external/external-store.ts';
import { deleteOldLetterTokens } from './letter-tokens-store.ts';
import * as letters from './letters.ts';
import {
  emailChangedLetter,
  emailChangeWantedLetter,
  secondFactorOffByStaffLetter,
  secondFactorOffLetter,
  secondFactorOnLetter,
} from './letters.ts';
import { adminLetter, sendAdminLetter } from './notify-admins.ts';
import { deleteSpentChallenges } from './passkeys/passkeys-store.ts';
import { sendAddressLetter } from './send-address-letter.ts';
import { deleteOldSessions } from './sessions/sessions-store.ts';
import { deleteExpiredRegistrations, getUser, type User } from './store.ts';

export const accountCleanup = longKind('account-tidying');

export interface AccountJobContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  supportEmail: string;
}

export function accountJobs(context: AccountJobContext): JobHandler[] {
  return [
    handle(accountEmail, (email) => sendAccountEmail(context, email)),
    handle(adminLetter, (letter) => sendAdminLetter(context, letter)),
    handle(emailChange, (change) => sendEmailChange(context, change)),
    everyNight(accountCleanup, '01:17', ({ signal }) =>
      transactionWithoutTimeouts(withSignal(context.db, signal), deleteExpired),
    ),
  ];
}

async function deleteExpired(db: Queries): Promise<void> {
  await deleteExpiredRegistrations(db);
  await deleteOldLetterTokens(db);
  await deleteOldSessions(db);
  await deleteSpentChallenges(db);
  await deleteOldVisits(db);
}

async function sendAccountEmail(context: AccountJobContext, email: AccountEmail): Promise<void> {
  if (!('userId' in email)) return sendAddressLetter(context, email);
  const { db, mailer } = context;
  const user = await getUser(db, email.userId);
  if (user.status !== 'active') return;
  await runWithinLimit(db, lettersToPerson, [email.kind, email.email], () =>
    mailer.send(email.email, chooseLetter(context, user, email)),
  );
}

function chooseLetter(
  { publicUrl, supportEmail }: AccountJobContext,
  { name }: User,
  email: Exclude<AccountEmail, AddressEmail>,
): LetterContent {
  const recoveryUrl = `${publicUrl}/auth/recovery`;
  switch (email.kind) {
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
    case 'passkey_added':
      return letters.passkeyAddedLetter(name, email.passkey, recoveryUrl);
    case 'passkey_removed':
      return letters.passkeyRemovedLetter(name, email.passkey, recoveryUrl);
    case 'external_linked':
      return letters.externalLinkedLetter(name, email.provider, recoveryUrl);
    case 'external_unlinked':
      return letters.externalUnlinkedLetter(name, email.provider, recoveryUrl);
    case 'max_linked':
      return letters.maxLinkedLetter(name, publicUrl);
    case 'signed_in_elsewhere':
      return letters.newSignInLetter(name, email, recoveryUrl);
  }
}
