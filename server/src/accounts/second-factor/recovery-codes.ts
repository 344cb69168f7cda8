import { randomInt } from 'node:crypto';
import { hashToken } from '../hash-token.ts';

/** Without letters and digits that look alike: people write these down by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Ten like «K7QF-3MXA», each good for one sign-in without the application. */
export function newRecoveryCodes(): string[] {
  const quarter = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const codes = new Set<string>();
  while (codes.size < 10) codes.add(`${quarter()}-${quarter()}`);
  return [...codes];
}

/** However it was typed: hyphen or not, lower case too. Bound to the person, so that equal codes do not look alike. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return hashToken(`${userId}:${code.replace(/[\s-]/g, '').toUpperCase()}`);
}
