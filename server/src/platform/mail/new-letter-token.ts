import { randomBytes } from 'node:crypto';
import { hashToken } from './hash-token.ts';

/** Made by the worker, on its way into a letter: neither the queue nor the database ever holds the token itself. */
export function newLetterToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
