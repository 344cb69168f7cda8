import { readableCode } from './readable-code.ts';

export function newReferralCode(): string {
  return readableCode(8);
}

/** Undefined when the text cannot be a code of ours: whatever a link or a person brings is never an error. */
export function readReferralCode(text = ''): string | undefined {
  const code = text.toUpperCase();
  return /^[0-9A-Z]{1,64}$/.test(code) ? code : undefined;
}
