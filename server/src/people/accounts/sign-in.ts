import type * as contract from '@kazna/contract/cabinet/accounts';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/db/database.ts';
import type { Origin } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { countAttempt, throttle } from '../../platform/throttling/throttle.ts';
import { countSignIn } from './count-sign-in.ts';
import { accountNews } from './jobs.ts';
import { codesOfPerson, sessionsStarted } from './limits.ts';
import { verifyPassword } from './passwords.ts';
import { findPendingRegistration } from './registrations/store.ts';
import { decryptSecret } from './second-factor/secret-cipher.ts';
import { spendCode } from './second-factor/spend-code.ts';
import { findDevice, issueDeviceToken } from './sessions/device-token.ts';
import { openSession } from './sessions/open-session.ts';
import type { SessionKeys } from './sessions/session-keys.ts';
import { findUserByEmail, holdPassword } from './store.ts';

export interface SignInContext {
  db: Database;
  queue: Queue;
  keys: SessionKeys;
}

export async function signIn(
  { db, queue, keys }: SignInContext,
  { email, password, code }: z.output<typeof contract.signInForm>,
  origin: Origin,
  deviceTokens: string[],
): Promise<Answer<typeof contract.signIn>> {
  const user = await findUserByEmail(db, email);
  const known = user && findDevice(keys.device, deviceTokens, user.id);
  const attempt = await countSignIn(db, { email, network: networkOf(origin.address), deviceId: known?.id ?? null });
  const isRight = await verifyPassword(user?.passwordHash, password);
  if (!user || !isRight) throw await refusal(db, email, password);
  await attempt.forgive();
  if (user.status === 'blocked') throw new Problem('account_blocked');
  const hasSecondFactor = user.totpSecret !== null;
  if (hasSecondFactor && !code) throw new Problem('totp_required');
  const ofCode = hasSecondFactor ? await countAttempt(db, codesOfPerson, user.id) : null;
  await throttle(db, sessionsStarted, user.id, known?.id ?? '');
  const tokens = await db.transaction(async (tx) => {
    // Hashing takes a while: a reset that came in the meantime must not leave behind a session of the old password.
    if (!(await holdPassword(tx, user))) throw new Problem('invalid_credentials');
    if (user.totpSecret !== null) {
      const totpSecret = decryptSecret(keys.secondFactor, user.id, user.totpSecret);
      if (!(await spendCode(tx, { id: user.id, totpSecret }, code ?? ''))) throw new Problem('wrong_code');
    }
    const opened = await openSession(tx, keys, user.id, origin);
    if (opened.isUnknownDevice) {
      const news = { kind: 'signed_in_elsewhere', userId: user.id, email, device: opened.device } as const;
      await queue.enqueue(tx, accountNews, { ...news, address: origin.address, at: nowInMoscow() });
    }
    return opened.tokens;
  });
  await ofCode?.forgive();
  return { ...tokens, deviceToken: (known ?? issueDeviceToken(keys.device, user.id)).token };
}

/**
 * Whoever has registered and not confirmed the address is told so. A taken address has registrations too, so a stranger
 * who registers it and signs in learns nothing; and their attempts stay counted, for they forgive no guess at the
 * account's password.
 */
async function refusal(db: Database, email: string, password: string): Promise<Problem> {
  const registration = await findPendingRegistration(db, email);
  const isRegistered = await verifyPassword(registration?.passwordHash, password);
  return new Problem(isRegistered ? 'email_not_verified' : 'invalid_credentials');
}

function nowInMoscow(): string {
  const time = new Date().toLocaleString('ru-RU', { timeZone: 'Europe/Moscow', dateStyle: 'long', timeStyle: 'short' });
  return `${time} (МСК)`;
}
