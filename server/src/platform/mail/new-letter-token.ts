import { randomBytes } from 'node:crypto';
import { hashToken } from './hash-token.ts';

/** Called by the worker only: neither the queue nor the database ever has the token itself. */
export function newLetterToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
