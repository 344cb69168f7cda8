import { hashToken } from '../../../platform/mail/hash-token.ts';
import { readableCode } from '../readable-code.ts';

/** Ten codes like «K7QF-3MXA», each valid once. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < 10) codes.add(`${readableCode(4)}-${readableCode(4)}`);
  return [...codes];
}

/** Ignores hyphens, spaces and case. The user id is a salt: equal codes of two people differ. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return hashToken(`${userId}:${code.replace(/[\s-]/g, '').toUpperCase()}`);
}
