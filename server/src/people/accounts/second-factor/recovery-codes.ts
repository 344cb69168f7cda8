import { hashToken } from '../../../platform/mail/hash-token.ts';
import { readableCode } from '../readable-code.ts';

/** Ten like «K7QF-3MXA», each good for one sign-in without the application. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < 10) codes.add(`${readableCode(4)}-${readableCode(4)}`);
  return [...codes];
}

/** However it was typed: hyphen or not, lower case too. Bound to the person, so that equal codes do not look alike. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return hashToken(`${userId}:${code.replace(/[\s-]/g, '').toUpperCase()}`);
}
