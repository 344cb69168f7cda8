import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Claims {
  sub: string;
  sid: string;
  org: string;
  exp: number;
}

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export function signToken(key: string, claims: Claims): string {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** Checks signature and expiry, and asks nobody whether the session lives. */
export function verifyToken(key: string, token: string): Claims {
  const end = token.lastIndexOf('.');
  const wanted = createHmac('sha256', key).update(token.slice(0, end)).digest();
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Error('invalid signature');
  const claims = JSON.parse(Buffer.from(token.slice(token.indexOf('.') + 1, end), 'base64url').toString()) as Claims;
  if (claims.exp * 1000 < Date.now()) throw new Error('expired token');
  return claims;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
