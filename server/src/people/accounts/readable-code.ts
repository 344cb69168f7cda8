import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike: people read codes aloud and write them down by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function readableCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
