import { readableCode } from './readable-code.ts';

export function newReferralCode(): string {
  return readableCode(8);
}

/** Returns undefined for a malformed code: a bad link must not fail the sign-up. */
export function readReferralCode(text = ''): string | undefined {
  const code = text.toUpperCase();
  return /^[0-9A-Z]{1,64}$/.test(code) ? code : undefined;
}
