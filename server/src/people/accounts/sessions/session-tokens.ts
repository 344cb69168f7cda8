import { id, type TokenPair } from '@kazna/contract/shared/fields';
import * as z from 'zod/mini';
import type { Transaction } from '../../../platform/db/database.ts';
import { randomBytes16, uuidv7 } from '../../../platform/db/uuid.ts';
import { type Mac, macBy } from '../../../platform/hmac.ts';
import type { Origin } from '../../../platform/http/api.ts';
import type { AccessClaims } from '../../../platform/http/caller.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { fastJwt } from '../fast-jwt.ts';
import type { SessionKeys } from './session-keys-store.ts';
import {
  chooseOrganization,
  endOldestSessions,
  findDeviceHistory,
  insertSession,
  type RefreshTokenRecord,
} from './sessions-store.ts';

const maxSessions = 50;

export interface OpenedSession {
  tokens: TokenPair;
  device: string;
  isUnknownDevice: boolean;
}

export async function openSession(
  tx: Transaction,
  keys: SessionKeys,
  userId: string,
  { address, userAgent }: Origin,
  hasSecondFactor = false,
): Promise<OpenedSession> {
  const device = describeDevice(userAgent);
  const history = await findDeviceHistory(tx, { userId, device, address });
  const organizationId = await chooseOrganization(tx, userId);
  const id = uuidv7();
  const refresh = issueRefreshToken(keys.refresh, id);
  await insertSession(tx, { id, userId, organizationId, refresh, device, address, hasSecondFactor });
  await endOldestSessions(tx, userId, maxSessions);
  return {
    tokens: {
      accessToken: signAccessToken(keys.access, { userId, sessionId: id, organizationId, generation: 0 }),
      refreshToken: refresh.token,
    },
    device,
    isUnknownDevice: history.hasSignedInBefore && !history.isKnownDevice,
  };
}

const accessTokenSeconds = 15 * 60;

export interface AccessTokenSubject {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  generation: number | undefined;
  /** Of the token that this one replaces; without it, 15 minutes from now. */
  expiresAt?: number;
}

const claims = z.object({ sid: id, gen: z.optional(z.int()), exp: z.number() });

/** A page sends the same token dozens of times; to check the signature costs more than to find it here. */
const maxRemembered = 5000;

const macs = new WeakMap<Buffer, Mac>();

function macOf(key: Buffer): Mac {
  const mac = macs.get(key) ?? macBy(key);
  macs.set(key, mac);
  return mac;
}

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

/** By hand: a library's signer, which looks its options through for every token, takes twice as long. */
export function signAccessToken(key: Buffer, subject: AccessTokenSubject): string {
  const { userId, sessionId, organizationId, generation, expiresAt } = subject;
  const iat = Math.floor(Date.now() / 1000);
  const exp = expiresAt === undefined ? iat + accessTokenSeconds : Math.floor(expiresAt / 1000);
  const payload = JSON.stringify({ sub: userId, sid: sessionId, org: organizationId, gen: generation, iat, exp });
  const signed = `${header}.${Buffer.from(payload).toString('base64url')}`;
  return `${signed}.${macOf(key)(Buffer.from(signed, 'latin1'), 'base64url')}`;
}

/** Checks signature and expiry only; findSession checks that the session is alive. */
export function accessTokenReader(key: Buffer): (token: string) => AccessClaims {
  let verify: ((token: string) => unknown) | undefined;
  const verified = new Map<string, AccessClaims>();
  return (token) => {
    const known = verified.get(token);
    if (known && Date.now() < known.expiresAt) return known;
    if (known) verified.delete(token);
    const { createVerifier, TokenError } = fastJwt();
    verify ??= createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['sub', 'sid', 'exp', 'iat'] });
    try {
      const { sid, gen, exp } = z.parse(claims, verify(token));
      const read = { sessionId: sid, generation: gen, expiresAt: exp * 1000 };
      evictOldest(verified, maxRemembered - 1);
      verified.set(token, read);
      return read;
    } catch (error) {
      const isExpired = error instanceof TokenError && error.code === TokenError.codes.expired;
      throw new Problem(isExpired ? 'token_expired' : 'unauthorized');
    }
  };
}

function evictOldest(tokens: Map<string, unknown>, max: number): void {
  for (const token of tokens.keys()) {
    if (tokens.size <= max) return;
    tokens.delete(token);
  }
}

const idBytes = 16;
const secretBytes = 32;

/**
 * The session's id and an HMAC of a random nonce by a key outside the database. So the current token can be derived
 * again for a client that presents the previous one, although only hashes are stored.
 */
export function deriveRefreshToken(key: Buffer, sessionId: string, nonce: Buffer): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const secret = macOf(key)(Buffer.concat([id, nonce]), 'latin1');
  return Buffer.concat([id, Buffer.from(secret, 'latin1')]).toString('base64url');
}

export function issueRefreshToken(key: Buffer, sessionId: string): RefreshTokenRecord & { token: string } {
  const nonce = Buffer.from(randomBytes16());
  const token = deriveRefreshToken(key, sessionId, nonce);
  return { token, nonce, hash: hashToken(token) };
}

export interface PresentedToken {
  sessionId: string;
  hash: Buffer;
}

/** Returns null for a malformed token. */
export function readRefreshToken(token: string): PresentedToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== token) return null;
  const hex = bytes.toString('hex', 0, idBytes);
  const sessionId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { sessionId, hash: hashToken(token) };
}

const browsers: [RegExp, string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS|Chromium/, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPad|iOS/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

function match(table: [RegExp, string][], userAgent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** For example «Chrome, Windows». */
export function describeDevice(userAgent: string): string {
  const parts = [match(browsers, userAgent), match(systems, userAgent)].filter(Boolean);
  return parts.join(', ') || 'Неизвестное устройство';
}
