import type { Database } from '../../platform/db/database.ts';
import type { LetterContent } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { newLetterToken } from '../../platform/secrets.ts';
import { runWithinLimit } from '../../platform/throttling/throttle.ts';
import { type AddressEmail, lettersToAddress, lettersToPerson } from '../account-emails.ts';
import { saveAddressResetToken, saveRegistrationToken, saveResetToken } from './letter-tokens-store.ts';
import { alreadyRegisteredLetter, resetLetter, verificationLetter } from './letters.ts';
import { findPendingRegistration, findUserByEmail, type User } from './store.ts';

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
