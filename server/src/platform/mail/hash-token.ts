import { createHash } from 'node:crypto';

/** Tokens have 256 random bits, so an unsalted fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
