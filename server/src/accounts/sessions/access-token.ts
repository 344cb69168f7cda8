import { id } from '@kazna/contract/fields';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import * as z from 'zod/mini';
import { Problem } from '../../http/problem.ts';

const accessTokenSeconds = 15 * 60;

export interface AccessTokenSubject {
  userId: string;
  sessionId: string;
  organizationId: string | null;
}

export function signAccessToken(key: Buffer, { userId, sessionId, organizationId }: AccessTokenSubject): string {
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: accessTokenSeconds * 1000 });
  return sign({ sub: userId, sid: sessionId, org: organizationId });
}

/** Proves that we issued the token and it has not expired; whether its session still lives is the database's word. */
export function accessTokenReader(key: Buffer): (token: string) => { sessionId: string } {
  const verify = createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['sub', 'sid', 'exp', 'iat'] });
  return (token) => {
    try {
      return { sessionId: z.parse(id, verify(token).sid) };
    } catch (error) {
      const isExpired = error instanceof TokenError && error.code === TokenError.codes.expired;
      throw new Problem(isExpired ? 'token_expired' : 'unauthorized');
    }
  };
}
