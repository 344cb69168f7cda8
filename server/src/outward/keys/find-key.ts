import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Queries } from '../../platform/db/database.ts';
import type { FoundKey } from '../../platform/http/key-access.ts';
import { findKeyByHash, updateLastUse } from './store.ts';

const lastUseEveryMs = 60_000;

/** Asks the database at every call, so that a revoked key stops at once. */
export function createKeyFinder(db: Queries, onError: (error: Error) => void, now: () => number = Date.now) {
  const noted = new Map<string, number>();
  return async (text: string, address: string): Promise<FoundKey | null> => {
    if (!isKeyText(text)) return null;
    const key = await findKeyByHash(db, hashKey(text), address);
    if (key && now() - (noted.get(key.keyId) ?? 0) >= lastUseEveryMs) {
      noted.set(key.keyId, now());
      // No call waits for it.
      updateLastUse(db, key.keyId, address).catch(onError);
    }
    return key;
  };
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'kzn_live_';
const randomLength = 30;
const checksumLength = 6;
const layout = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** `kzn_live_`, 30 random characters of base62 and 6 of their CRC32, as GitHub lays its tokens out. */
export function newKeyText(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return prefix + random + checksumOf(random);
}

/** A typo is found out without asking the database. The checksum proves nothing else. */
export function isKeyText(text: string): boolean {
  const [, random, checksum] = layout.exec(text) ?? [];
  return random !== undefined && checksum === checksumOf(random);
}

export function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (; rest > 0; rest = Math.floor(rest / alphabet.length)) digits = alphabet[rest % alphabet.length] + digits;
  return digits.padStart(checksumLength, '0');
}

export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
