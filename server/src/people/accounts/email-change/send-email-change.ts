import type { Database } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { newLetterToken } from '../../../platform/mail/new-letter-token.ts';
import { workWithinLimit } from '../../../platform/throttling/throttle.ts';
import { lettersToPerson } from '../limits.ts';
import { findUserByEmail, getUser } from '../store.ts';
import { addressWantedLetter, confirmNewEmailLetter } from './letters.ts';
import { renewPendingEmail } from './store.ts';

/** A person wants their account moved to this address. */
export interface EmailChange {
  userId: string;
  email: string;
}

interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
}

/** Writes to the new address: a link that confirms it or, if it has an owner, that somebody wanted it. */
export function sendEmailChange(context: LetterContext, { userId, email }: EmailChange): Promise<void> {
  const { db, mailer, publicUrl } = context;
  return workWithinLimit(db, lettersToPerson, ['email_change', email], async () => {
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
