import { createHmac, randomBytes } from 'node:crypto';
import { hashToken } from '../../../platform/mail/hash-token.ts';

/** What the database keeps of a refresh token. */
export interface RefreshTokenRecord {
  hash: Buffer;
  nonce: Buffer;
}

const idBytes = 16;
const secretBytes = 32;

/**
 * A token is the session's id and 256 bits that follow from a random nonce by a key the database does not hold. So the
 * current token can be made again for whoever presents the one before it, though only hashes are stored.
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

/** Null when it is not of our making by its looks. */
export function readRefreshToken(token: string): { sessionId: string; hash: Buffer } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== token) return null;
  const hex = bytes.subarray(0, idBytes).toString('hex');
  return { sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), hash: hashToken(token) };
}
