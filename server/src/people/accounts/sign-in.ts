import type * as contract from '@kazna/contract/cabinet/accounts';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { z } from 'zod/mini';
import { notifyPerson } from '../../notifications/notify.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Origin } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { formatLetterTime } from '../../platform/mail/letter-time.ts';
import { decryptSecret } from '../../platform/secrets/secret-cipher.ts';
import { type Attempt, countAttempt, throttle } from '../../platform/throttling/throttle.ts';
import { signedInElsewhere } from '../notifications.ts';
import { countSignIn } from './count-sign-in.ts';
import { accountEmail } from './jobs.ts';
import { codesOfDevice, codesOfDevices, codesOfPerson, sessionsStarted } from './limits.ts';
import { verifyPassword } from './passwords.ts';
import { findPendingRegistration } from './registrations/store.ts';
import { spendCode } from './second-factor/spend-code.ts';
import { type Device, findDevice, issueDeviceToken } from './sessions/device-token.ts';
import { openSession } from './sessions/open-session.ts';
import type { SessionKeys } from './sessions/session-keys.ts';
import { findUserByEmail, lockPassword } from './store.ts';

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
  const isPasswordValid = await verifyPassword(user?.passwordHash, password).catch(async (error) => {
    // A password that nobody had time to verify was no wrong one.
    await attempt.uncount();
    throw error;
  });
  if (!user || !isPasswordValid) throw await problemOf(db, email, password);
  await attempt.reset();
  if (user.status === 'blocked') throw new Problem('account_blocked');
  const hasSecondFactor = user.totpSecret !== null;
  if (hasSecondFactor && !code) throw new Problem('totp_required');
  const codeAttempt = hasSecondFactor ? await countCode(db, user.id, known) : null;
  await throttle(db, sessionsStarted, user.id, known?.id ?? '');
  const tokens = await db.transaction(async (tx) => {
    // Hashing takes time: a reset meanwhile must not leave a session of the old password.
    if (!(await lockPassword(tx, user))) throw new Problem('invalid_credentials');
    if (user.totpSecret !== null) {
      const totpSecret = decryptSecret(keys.secondFactor, user.id, user.totpSecret);
      if (!(await spendCode(tx, { id: user.id, totpSecret }, code ?? ''))) throw new Problem('wrong_code');
    }
    const opened = await openSession(tx, keys, user.id, origin);
    if (opened.isUnknownDevice) {
      const details = { kind: 'signed_in_elsewhere', userId: user.id, email, device: opened.device } as const;
      const at = formatLetterTime(new Date(), 'Europe/Moscow');
      await queue.enqueue(tx, accountEmail, { ...details, address: origin.address, at });
      const where = { device: opened.device, address: origin.address };
      await notifyPerson(tx, signedInElsewhere, user.id, where);
    }
    return opened.tokens;
  });
  await codeAttempt?.reset();
  return { ...tokens, deviceToken: (known ?? issueDeviceToken(keys.device, user.id)).token };
}

/** A device token is only issued after a whole sign-in, so guessing by others stays within the person's limit. */
async function countCode(db: Database, userId: string, known: Device | null): Promise<Pick<Attempt, 'reset'>> {
  if (!known) return countAttempt(db, codesOfPerson, userId);
  const own = await countAttempt(db, codesOfDevice, known.id);
  const ofAll = await countAttempt(db, codesOfDevices, userId);
  return {
    reset: async () => {
      await own.reset();
      await ofAll.uncount();
    },
  };
}

/**
 * Tells people who registered that their address is not confirmed. A taken address may have registrations as well, so a
 * stranger learns nothing by registering it. The attempt stays counted: it is no valid guess of the account's password.
 */
async function problemOf(db: Database, email: string, password: string): Promise<Problem> {
  const registration = await findPendingRegistration(db, email);
  const isRegistered = await verifyPassword(registration?.passwordHash, password);
  return new Problem(isRegistered ? 'email_not_verified' : 'invalid_credentials');
}
