import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptSecret, encryptSecret } from './secrets.ts';

const key = randomBytes(32);
const userId = '01890000-0000-7000-8000-000000000001';
const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

test('a secret is decrypted to itself, and its ciphertexts differ', () => {
  const stored = encryptSecret(key, userId, secret);
  expect(stored).not.toContain(secret);
  expect(decryptSecret(key, userId, stored)).toBe(secret);
  expect(encryptSecret(key, userId, secret)).not.toBe(stored);
});

test('decryption fails with another key or person, and for changed or plain text', () => {
  const stored = encryptSecret(key, userId, secret);
  const [version, id, sealed = ''] = stored.split('.');
  const flipped = Buffer.from(sealed, 'base64url');
  flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20);
  expect(decryptSecret(randomBytes(32), userId, stored)).toBeNull();
  expect(decryptSecret(key, '01890000-0000-7000-8000-000000000002', stored)).toBeNull();
  expect(decryptSecret(key, userId, `${version}.${id}.${flipped.toString('base64url')}`)).toBeNull();
  expect(decryptSecret(key, userId, `${version}.${id}.`)).toBeNull();
  expect(decryptSecret(key, userId, secret)).toBeNull();
});
