import { createHmac, randomBytes } from 'node:crypto';
import { hashToken } from '../../../platform/mail/hash-token.ts';

export interface RefreshTokenRecord {
  hash: Buffer;
  nonce: Buffer;
}

const idBytes = 16;
const secretBytes = 32;

/**
 * The session's id and an HMAC of a random nonce by a key outside the database. So the current token can be derived
 * again for whoever presents the previous one, although only hashes are stored.
 */
export function deriveRefreshToken(key: Buffer, sessionId: string, nonce: Buffer): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const secret = createHmac('sha256', key).update(id).update(nonce).digest();
  return Buffer.concat([id, secret]).toString('base64url');
}

export function issueRefreshToken(key: Buffer, sessionId: string): RefreshTokenRecord & { token: string } {
  const nonce = randomBytes(16);
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
  const hex = bytes.subarray(0, idBytes).toString('hex');
  return { sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), hash: hashToken(token) };
}
