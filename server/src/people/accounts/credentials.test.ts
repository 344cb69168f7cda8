import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lowerHashingCost, restoreHashingCost } from '../../../tests/support/hashing-cost.ts';
import { hashingCost, hashPassword, isCommonPassword, verifyPassword } from './credentials.ts';

describe('password hashes', () => {
  beforeAll(restoreHashingCost);
  afterAll(lowerHashingCost);

  test('a password hash is argon2id with 19 MiB, 2 passes and 1 lane, in the PHC format with its own salt', async () => {
    const [first, second] = [await hashPassword('пароль'), await hashPassword('пароль')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
  });

  test('a password hash verifies its own password and no other', async () => {
    const hash = await hashPassword('четыре слова подряд');
    expect(await verifyPassword(hash, 'четыре слова подряд')).toBe(true);
    for (const wrong of ['четыре слова подряд ', 'Четыре слова подряд', '', 'четыре слова']) {
      expect(await verifyPassword(hash, wrong)).toBe(false);
    }
  });

  test('a password hash verifies the password in another Unicode form', async () => {
    const hash = await hashPassword('йод и ёлка'.normalize('NFC'));
    expect(await verifyPassword(hash, 'йод и ёлка'.normalize('NFD'))).toBe(true);
  });

  test('a password hash with other parameters still verifies', async () => {
    const nonce = Buffer.alloc(16, 7);
    const message = Buffer.from('прежний пароль');
    const tag = argon2Sync('argon2id', { message, nonce, memory: 64, passes: 3, parallelism: 2, tagLength: 24 });
    const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const hash = `$argon2id$v=19$m=64,t=3,p=2$${encode(nonce)}$${encode(tag)}`;
    expect(await verifyPassword(hash, 'прежний пароль')).toBe(true);
    expect(await verifyPassword(hash, 'другой пароль')).toBe(false);
  });

  test.each(['', 'пароль', '$2b$10$abc', '$argon2id$v=19$m=8,t=1,p=1$$'])(
    '%j is not a password hash and verifies nothing',
    async (text) => {
      expect(await verifyPassword(text, 'пароль')).toBe(false);
    },
  );

  test('a missing hash verifies nothing, and hashing costs 19 MiB and two passes', async () => {
    expect(await verifyPassword(undefined, 'пароль')).toBe(false);
    expect(hashingCost).toEqual({ memory: 19_456, passes: 2, parallelism: 1 });
  });

  test('concurrent hashes verify their own passwords', async () => {
    const passwords = Array.from({ length: 12 }, (_, turn) => `пароль номер ${turn}`);
    const hashes = await Promise.all(passwords.map(hashPassword));
    const verdicts = await Promise.all(hashes.map((hash, turn) => verifyPassword(hash, passwords[turn] as string)));
    expect(verdicts).toEqual(Array(12).fill(true));
  });
});

test.each(['12345678', 'password', 'Password1', 'QWERTYUIOP', 'iloveyou', '1q2w3e4r', 'football', 'sunshine'])(
  'the common password %s is known',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each(['четыре слова подряд', 'k7#mQ2vL9x', 'correct horse battery staple'])(
  'the password %s is not common',
  async (password) => expect(await isCommonPassword(password)).toBe(false),
);

test('a crowd of passwords beyond what is hashed in a few seconds is refused at once, and those before it are hashed', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => hashPassword('пароль')));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(20);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' });
  expect(await hashPassword('пароль')).toContain('$argon2id$');
});
