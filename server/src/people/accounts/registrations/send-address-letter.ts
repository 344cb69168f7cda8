import type { Database } from '../../../platform/db/database.ts';
import type { LetterContent } from '../../../platform/mail/letter.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { newLetterToken } from '../../../platform/mail/new-letter-token.ts';
import { runWithinLimit } from '../../../platform/throttling/throttle.ts';
import { alreadyRegisteredLetter, resetLetter, verificationLetter } from '../letters.ts';
import { lettersToAddress, lettersToPerson } from '../limits.ts';
import { findUserByEmail, saveResetToken, type User } from '../store.ts';
import { findPendingRegistration, saveAddressResetToken, saveRegistrationToken } from './store.ts';

/** E-mails that anybody can request for any address. */
export interface AddressEmail {
  kind: 'registered' | 'verification_wanted' | 'reset_wanted';
  email: string;
  registrationId?: string | undefined;
  /** Of the browser that requests its letter again, in base64url. */
  verifierHash?: string | undefined;
  /** For the rate limit: strangers in other networks do not use up a person's letters. */
  network?: string | undefined;
}

interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
}

const resetSeconds = 60 * 60;

export function sendAddressLetter(context: LetterContext, request: AddressEmail): Promise<void> {
  const { db, mailer } = context;
  const { kind, email, network = '' } = request;
  return runWithinLimit(db, lettersToPerson, [kind, email, network], () =>
    runWithinLimit(db, lettersToAddress, [kind, email], async () => {
      const user = await findUserByEmail(db, email);
      const letter = user ? await letterToUser(context, user, request) : await letterToStranger(context, request);
      if (letter) await mailer.send(email, letter);
    }),
  );
}

async function letterToUser(
  { db, publicUrl }: LetterContext,
  { id: userId, name, status }: User,
  { kind }: AddressEmail,
): Promise<LetterContent | null> {
  if (status !== 'active' || kind === 'verification_wanted') return null;
  if (kind === 'registered') return alreadyRegisteredLetter(name, `${publicUrl}/auth/?mode=signin`);
  const { token, hash } = newLetterToken();
  await saveResetToken(db, { hash, userId, lifetimeSeconds: resetSeconds });
  return resetLetter(`${publicUrl}/auth/reset-password?token=${token}`, name);
}

async function letterToStranger(
  { db, publicUrl }: LetterContext,
  { kind, email, registrationId, verifierHash }: AddressEmail,
): Promise<LetterContent | null> {
  const wanted = {
    id: registrationId,
    verifierHash: verifierHash ? Buffer.from(verifierHash, 'base64url') : undefined,
  };
  const registration = await findPendingRegistration(db, email, wanted);
  if (!registration) return null;
  const { token, hash } = newLetterToken();
  if (kind === 'reset_wanted') {
    await saveAddressResetToken(db, email, hash);
    return resetLetter(`${publicUrl}/auth/reset-password?token=${token}`);
  }
  if (!(await saveRegistrationToken(db, registration.id, hash))) return null;
  return verificationLetter(registration.name, `${publicUrl}/auth/verify?token=${token}`);
}
