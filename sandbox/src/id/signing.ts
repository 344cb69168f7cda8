import { createHash, createHmac, createPrivateKey, createPublicKey, sign, timingSafeEqual } from 'node:crypto';

/** The same in every process and after every start, since it protects nothing. */
const seed = createHash('sha256').update('the test ID protects nothing').digest();
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
const kid = 'test-id';

export const publicJwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, use: 'sig', alg: 'EdDSA' };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signIdToken(claims: object): string {
  const text = `${encode({ alg: 'EdDSA', typ: 'JWT', kid })}.${encode(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

/** A code or an access token: what it stands for, signed, so that any process can read it. */
export function seal(purpose: string, value: object): string {
  const body = encode(value);
  return `${body}.${macOf(purpose, body)}`;
}

export function unseal<T>(purpose: string, text = ''): T | null {
  const [body = '', mac = ''] = text.split('.');
  const expected = Buffer.from(macOf(purpose, body));
  const isOurs = mac.length === expected.length && timingSafeEqual(Buffer.from(mac), expected);
  return isOurs ? JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) : null;
}

function macOf(purpose: string, body: string): string {
  return createHmac('sha256', seed).update(`${purpose}:${body}`).digest('base64url');
}
