import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashToken } from '../../platform/mail/hash-token.ts';

/** A secret for the browser that asks for a letter; the database keeps its hash only. */
export function newVerifier(): { verifier: string; verifierHash: Buffer } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, verifierHash: hashToken(verifier) };
}

export function isRightVerifier(verifierHash: Buffer | null, verifier: string | undefined): boolean {
  return verifierHash !== null && verifier !== undefined && timingSafeEqual(verifierHash, hashToken(verifier));
}
