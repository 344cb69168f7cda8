import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashToken } from '../../platform/mail/hash-token.ts';

/** A secret of the browser that requests a letter; only its hash is stored. */
export function newVerifier(): { verifier: string; verifierHash: Buffer } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, verifierHash: hashToken(verifier) };
}

export function matchesVerifier(verifierHash: Buffer | null, verifier: string | undefined): boolean {
  return verifierHash !== null && verifier !== undefined && timingSafeEqual(verifierHash, hashToken(verifier));
}
