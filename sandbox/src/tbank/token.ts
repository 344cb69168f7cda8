import { createHash, timingSafeEqual } from 'node:crypto';

type Fields = Record<string, unknown>;

/** Signs root scalars alone, unknown ones too, in the order of their names; the password is one of them. */
export function tokenOf(fields: Fields, password: string): string {
  const signed = Object.entries({ ...fields, Password: password })
    .filter(([name, value]) => name !== 'Token' && value !== null && value !== undefined && typeof value !== 'object')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(signed.map(([, value]) => String(value)).join(''))
    .digest('hex');
}

export function isSigned(fields: Fields, password: string): boolean {
  const [given, expected] = [Buffer.from(String(fields.Token ?? '')), Buffer.from(tokenOf(fields, password))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
