import type { Database } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { newLetterToken } from '../../../platform/mail/new-letter-token.ts';
import { runWithinLimit } from '../../../platform/throttling/throttle.ts';
import { lettersToPerson } from '../limits.ts';
import { findUserByEmail, getUser } from '../store.ts';
import { addressWantedLetter, confirmNewEmailLetter } from './letters.ts';
import { renewPendingEmail } from './store.ts';

export interface EmailChange {
  userId: string;
  email: string;
}

interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
}

/** Sends a confirmation link or, if the address has an account, a warning to its owner. */
export function sendEmailChange(context: LetterContext, { userId, email }: EmailChange): Promise<void> {
  const { db, mailer, publicUrl } = context;
  return runWithinLimit(db, lettersToPerson, ['email_change', email], async () => {
    const owner = await findUserByEmail(db, email);
    if (owner) {
      if (owner.status === 'active') await mailer.send(email, addressWantedLetter(owner.name));
      return;
    }
    const { token, hash } = newLetterToken();
    if (!(await renewPendingEmail(db, { userId, email, hash }))) return;
    const { name } = await getUser(db, userId);
    await mailer.send(email, confirmNewEmailLetter(name, `${publicUrl}/auth/verify?token=${token}`));
  });
}
