import { id } from '@kazna/contract/shared/fields';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import * as z from 'zod/mini';
import { Problem } from '../../../platform/http/problem.ts';

const accessTokenSeconds = 15 * 60;

export interface AccessTokenSubject {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  generation: number;
}

export interface AccessTokenClaims {
  sessionId: string;
  /** Absent in tokens of the first releases. */
  generation: number | undefined;
}

const claims = z.object({ sid: id, gen: z.optional(z.int()) });

export function signAccessToken(key: Buffer, subject: AccessTokenSubject): string {
  const { userId, sessionId, organizationId, generation } = subject;
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: accessTokenSeconds * 1000 });
  return sign({ sub: userId, sid: sessionId, org: organizationId, gen: generation });
}

/** Checks signature and expiry only; findCaller checks that the session is alive. */
export function accessTokenReader(key: Buffer): (token: string) => AccessTokenClaims {
  const verify = createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['sub', 'sid', 'exp', 'iat'] });
  return (token) => {
    try {
      const { sid, gen } = z.parse(claims, verify(token));
      return { sessionId: sid, generation: gen };
    } catch (error) {
      const isExpired = error instanceof TokenError && error.code === TokenError.codes.expired;
      throw new Problem(isExpired ? 'token_expired' : 'unauthorized');
    }
  };
}
