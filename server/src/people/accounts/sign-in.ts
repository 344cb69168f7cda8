import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type * as contract from '@kazna/contract/cabinet/accounts';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { z } from 'zod/mini';
import { notifyPerson } from '../../notifications/notifications-store.ts';
import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import type { Origin } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { formatLetterTime } from '../../platform/mail/letter.ts';
import { decryptSecret } from '../../platform/secrets.ts';
import { type Attempt, countAttempt, countHits, type Limit, throttle } from '../../platform/throttling/throttle.ts';
import { accountEmail } from '../account-emails.ts';
import { signedInElsewhere } from '../notifications.ts';
import { spendCode, verifyPassword } from './credentials.ts';
import type { SessionKeys } from './sessions/session-keys-store.ts';
import { openSession } from './sessions/session-tokens.ts';
import { findPendingRegistration, findUserByEmail, lockPassword, type User } from './store.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Wrong passwords for one account from one network. */
const signInOfAccount: Limit = { name: 'sign-in-account', hits: 10, windowSeconds: quarterHour };
/** In a network with wrong passwords for many accounts, as in credential stuffing. */
const signInOfAccountFromSuspicious: Limit = { ...signInOfAccount, hits: 3 };
/** Wrong passwords for any account from one network, and the count that makes it suspicious. */
const signInFromNetwork: Limit = { name: 'sign-in-address', hits: 3000, windowSeconds: quarterHour };
const suspiciousSignIns = 300;
/** Wrong passwords for one account from all networks, known devices excluded. */
export const signInOfAccountADay: Limit = { name: 'sign-in-account-day', hits: 100, windowSeconds: day };
/** Wrong passwords on a known device. */
const signInOfDevice: Limit = { name: 'sign-in-device', hits: 10, windowSeconds: quarterHour };
const signInOfDeviceADay: Limit = { name: 'sign-in-device-day', hits: 100, windowSeconds: day };
const sessionsStarted: Limit = { name: 'sessions-started', hits: 200, windowSeconds: hour };
/** Wrong second-factor codes of one person's sign-ins, known devices excluded: a code has only 6 digits. */
const codesOfPerson: Limit = { name: 'second-factor-codes', hits: 20, windowSeconds: hour };
/** Wrong codes of sign-ins on one known device: a thief of the password alone cannot lock the owner out there. */
const codesOfDevice: Limit = { name: 'second-factor-codes-device', hits: 20, windowSeconds: hour };
/** On all known devices together: a thief who knew the password before the factor was on may have made many. */
const codesOfDevices: Limit = { name: 'second-factor-codes-devices', hits: 40, windowSeconds: hour };

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
    // A password that was not verified for lack of time is no wrong one.
    await attempt.uncount();
    throw error;
  });
  if (!user || !isPasswordValid) throw await problemOf(db, email, password);
  await attempt.reset();
  return enter({ db, queue, keys }, user, { code, origin, deviceTokens }, async (tx) => {
    // Hashing takes time: a reset meanwhile must not leave a session of the old password.
    if (!(await lockPassword(tx, user))) throw new Problem('invalid_credentials');
  });
}

interface Entering {
  code: string | undefined;
  origin: Origin;
  deviceTokens: string[];
}

/** Opens a session once the first factor is proved: asks for the second, if any. The check runs in its transaction. */
export async function enter(
  { db, queue, keys }: SignInContext,
  user: User,
  { code, origin, deviceTokens }: Entering,
  checkFirstFactor: (tx: Transaction) => Promise<void>,
): Promise<TokenPair & { deviceToken: string }> {
  if (user.status === 'blocked') throw new Problem('account_blocked');
  const known = findDevice(keys.device, deviceTokens, user.id);
  const hasSecondFactor = user.totpSecret !== null;
  if (hasSecondFactor && !code) throw new Problem('totp_required');
  const codeAttempt = hasSecondFactor ? await countCode(db, user.id, known) : null;
  await throttle(db, sessionsStarted, user.id, known?.id ?? '');
  const tokens = await db.transaction(async (tx) => {
    await checkFirstFactor(tx);
    if (user.totpSecret !== null) {
      const totpSecret = decryptSecret(keys.secondFactor, user.id, user.totpSecret);
      if (!(await spendCode(tx, { id: user.id, totpSecret }, code ?? ''))) throw new Problem('wrong_code');
    }
    return openNotifiedSession(tx, { queue, keys }, user, origin, hasSecondFactor);
  });
  await codeAttempt?.reset();
  return { ...tokens, deviceToken: known?.token ?? deviceTokenOf(keys, user.id) };
}

/** An unknown device is reported to the person. */
export async function openNotifiedSession(
  tx: Transaction,
  { queue, keys }: Pick<SignInContext, 'queue' | 'keys'>,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  origin: Origin,
  hasSecondFactor: boolean,
): Promise<TokenPair> {
  const { tokens, device, isUnknownDevice } = await openSession(tx, keys, userId, origin, hasSecondFactor);
  if (isUnknownDevice) {
    const { address } = origin;
    const at = formatLetterTime(new Date(), 'Europe/Moscow');
    await queue.enqueue(tx, accountEmail, { kind: 'signed_in_elsewhere', userId, email, device, address, at });
    await notifyPerson(tx, signedInElsewhere, userId, { device, address });
  }
  return tokens;
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
 * Says to people who registered that their address is not confirmed. A taken address may have registrations as well, so a
 * stranger learns nothing by registering it. The attempt stays counted: it is no valid guess of the account's password.
 */
async function problemOf(db: Database, email: string, password: string): Promise<Problem> {
  const registration = await findPendingRegistration(db, email);
  const isRegistered = await verifyPassword(registration?.passwordHash, password);
  return new Problem(isRegistered ? 'email_not_verified' : 'invalid_credentials');
}

interface SignInSource {
  email: string;
  network: string;
  deviceId: string | null;
}

/**
 * Rate limit of sign-ins, counted before the password is checked. A known device has its own count. Others are counted
 * by account and network, by network, and by account over all networks. The counts depend on the request only, never on
 * whether the account exists.
 */
async function countSignIn(db: Queries, source: SignInSource): Promise<Attempt> {
  const { own, shared } = source.deviceId
    ? await countKnownDevice(db, source.deviceId)
    : await countUnknownDevice(db, source);
  return {
    reset: async () => {
      await own.reset();
      // Shared counters include failures of others, which stay.
      for (const attempt of shared) await attempt.uncount();
    },
    uncount: async () => {
      for (const attempt of [own, ...shared]) await attempt.uncount();
    },
  };
}

interface Counted {
  own: Attempt;
  shared: Attempt[];
}

async function countKnownDevice(db: Queries, deviceId: string): Promise<Counted> {
  const own = await countAttempt(db, signInOfDevice, deviceId);
  return { own, shared: [await countAttempt(db, signInOfDeviceADay, deviceId)] };
}

async function countUnknownDevice(db: Queries, { email, network }: SignInSource): Promise<Counted> {
  const fromNetwork = await countHits(db, signInFromNetwork, network);
  // In a suspicious network each account has fewer attempts, but no account locks out another.
  const isSuspicious = fromNetwork.hits > suspiciousSignIns;
  const ofAccount = isSuspicious ? signInOfAccountFromSuspicious : signInOfAccount;
  try {
    const own = await countAttempt(db, ofAccount, email, network);
    return { own, shared: [fromNetwork, await countAttempt(db, signInOfAccountADay, email)] };
  } catch (error) {
    // A refused attempt does not count for the network: attempts on a locked account make no network suspicious.
    await fromNetwork.uncount();
    throw error;
  }
}

const idBytes = 16;
const macBytes = 32;

interface Device {
  id: string;
  token: string;
}

function macOf(key: Buffer, deviceId: Buffer, userId: string): Buffer {
  return createHmac('sha256', key).update(deviceId).update(userId).digest();
}

/** Grants nothing but a rate limit of its own: wrong passwords of others do not lock this device out. */
export function deviceTokenOf({ device }: SessionKeys, userId: string): string {
  const id = randomBytes(idBytes);
  return Buffer.concat([id, macOf(device, id, userId)]).toString('base64url');
}

function findDevice(key: Buffer, tokens: string[], userId: string): Device | null {
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== idBytes + macBytes) continue;
    const id = bytes.subarray(0, idBytes);
    if (timingSafeEqual(bytes.subarray(idBytes), macOf(key, id, userId))) return { id: id.toString('hex'), token };
  }
  return null;
}
