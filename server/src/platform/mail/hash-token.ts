import { createHash } from 'node:crypto';

/** Tokens have 256 random bits, so a plain hash is enough to keep them by. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
