import { id } from '@kazna/contract/shared/fields';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import * as z from 'zod/mini';
import type { AccessClaims } from '../../../platform/http/caller.ts';
import { Problem } from '../../../platform/http/problem.ts';

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

const signers = new WeakMap<Buffer, ReturnType<typeof newSigner>>();

function newSigner(key: Buffer) {
  return createSigner({ key, algorithm: 'HS256' });
}

export function signAccessToken(key: Buffer, subject: AccessTokenSubject): string {
  const { userId, sessionId, organizationId, generation, expiresAt } = subject;
  const iat = Math.floor(Date.now() / 1000);
  const exp = expiresAt === undefined ? iat + accessTokenSeconds : Math.floor(expiresAt / 1000);
  // To make a signer costs more than to sign.
  const sign = signers.get(key) ?? newSigner(key);
  signers.set(key, sign);
  return sign({ sub: userId, sid: sessionId, org: organizationId, gen: generation, iat, exp });
}

/** Checks signature and expiry only; findSession checks that the session is alive. */
export function accessTokenReader(key: Buffer): (token: string) => AccessClaims {
  const verify = createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['sub', 'sid', 'exp', 'iat'] });
  const verified = new Map<string, AccessClaims>();
  return (token) => {
    const known = verified.get(token);
    if (known && Date.now() < known.expiresAt) return known;
    if (known) verified.delete(token);
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
