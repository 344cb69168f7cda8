import { argon2, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Transaction } from '../../platform/db/database.ts';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import { hashToken } from '../../platform/secrets.ts';
import { spendRecoveryCode, spendTotpStep } from './store.ts';

/** Tests lower it where hashing is not the subject. */
export const hashingCost: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const tagLength = 32;
const runArgon2 = promisify(argon2);

// Hashing takes a core and 19 MiB for tens of milliseconds: a concurrency limit keeps the server responsive.
const maxAtOnce = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A few seconds of hashing: a later request would be given up before its turn. */
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

/** The hash of an account that has no password: no password matches it. */
export const noPassword = 'none';

/** Without a hash (no such account, or none set) it returns false after equal work, so that the timing does not differ. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? noPassword);
  if (!match) {
    await derive(password, randomBytes(16), hashingCost, tagLength);
    return false;
  }
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(nonce, 'base64'), cost, expected.length);
  return timingSafeEqual(actual, expected);
}

let commonPasswords: Promise<Set<string>> | undefined;

/** Decompressed when a password is first chosen, so that a start does not wait for it. */
async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= 8));
}

export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= readCommonPasswords();
  return (await commonPasswords).has(password.toLowerCase());
}

export async function rejectCommonPassword(password: string, path = 'password'): Promise<void> {
  if (await isCommonPassword(password)) {
    throw fieldProblem(path, 'Этот пароль слишком распространён, его легко подобрать. Придумайте другой.');
  }
}

/** Without characters that look alike, since people copy codes by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function readableCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

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

/** Accepts a TOTP code or a recovery code. Each is valid once. */
export async function spendCode(
  tx: Transaction,
  { id, totpSecret }: { id: string; totpSecret: string | null },
  code: string,
): Promise<boolean> {
  // Recovery codes still work when the secret cannot be decrypted.
  const step = totpSecret === null ? null : findTotpStep(totpSecret, code.replace(/\s/g, ''));
  return step === null ? spendRecoveryCode(tx, id, hashRecoveryCode(id, code)) : spendTotpStep(tx, id, step);
}
