import { id } from '@kazna/contract/shared/fields';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import * as z from 'zod/mini';
import { Problem } from '../../../platform/http/problem.ts';

const accessTokenSeconds = 15 * 60;

export interface AccessTokenSubject {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  /** Which rotation of the session's tokens this one came with. */
  generation: number;
}

export interface AccessTokenClaims {
  sessionId: string;
  /** Absent from tokens issued before rotations were counted. */
  generation: number | undefined;
}

const claims = z.object({ sid: id, gen: z.optional(z.int()) });

export function signAccessToken(key: Buffer, subject: AccessTokenSubject): string {
  const { userId, sessionId, organizationId, generation } = subject;
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: accessTokenSeconds * 1000 });
  return sign({ sub: userId, sid: sessionId, org: organizationId, gen: generation });
}

/** Proves that we issued the token and it has not expired; whether its session still lives is the database's word. */
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
