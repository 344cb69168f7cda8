import { randomInt } from 'node:crypto';

/** Without characters that look alike, since people copy codes by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function readableCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
