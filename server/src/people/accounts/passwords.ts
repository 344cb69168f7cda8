import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '../../platform/http/problem.ts';

/** Tests lower it where hashing is not the subject. */
export const hashingCost: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const tagLength = 32;
const runArgon2 = promisify(argon2);

// Hashing takes a core and 19 MiB for tens of milliseconds: a concurrency limit keeps the server responsive.
const maxAtOnce = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A few seconds of hashing: whoever came later would have left before being served. */
const maxWaiting = 100;
let running = 0;
const waiting: (() => void)[] = [];

async function withHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaiting) throw new Problem('unavailable');
  if (running >= maxAtOnce) await new Promise<void>((proceed) => waiting.push(proceed));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // Keyboards may send the same password as different code points.
  const message = Buffer.from(password.normalize('NFKC'));
  return withHashingSlot(() => runArgon2('argon2id', { message, nonce, tagLength, ...cost }));
}

/** The PHC format contains its parameters, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const cost = { ...hashingCost };
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, cost, tagLength);
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/** Without a hash (no such account) it returns false after equal work, so that timing does not tell. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  if (hash === undefined) {
    await derive(password, randomBytes(16), hashingCost, tagLength);
    return false;
  }
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(nonce, 'base64'), cost, expected.length);
  return timingSafeEqual(actual, expected);
}

const commonPasswords = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8));

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}
