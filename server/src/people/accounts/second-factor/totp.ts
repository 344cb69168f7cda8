import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;
const digits = 6;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => base32[byte % 32]).join('');
}

export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = `secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${parameters}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
}

/** RFC 6238: the code of a time step. */
function codeOfStep(secret: string, step: number): string {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Accepts the current step and its neighbours, because clocks differ. Returns null when none matches. */
export function findTotpStep(secret: string, code: string, nowMs = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = Math.floor(nowMs / 1000 / stepSeconds);
  const isCodeOf = (step: number) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code));
  return [now, now - 1, now + 1].find(isCodeOf) ?? null;
}
