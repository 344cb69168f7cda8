import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** `v1.<key id>.<iv, ciphertext and tag>`; the owner's id is authenticated, so a copied row is worthless. */
export function encryptSecret(key: Buffer, ownerId: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(ownerId));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, ciphertext, cipher.getAuthTag()]).toString('base64url');
  return `${version}.${keyId(key)}.${sealed}`;
}

/** Null when it was encrypted by another key (a lost SESSION_SECRET) or for another owner. */
export function decryptSecret(key: Buffer, ownerId: string, stored: string): string | null {
  const [prefix, id, sealed = ''] = stored.split('.');
  if (prefix !== version || id !== keyId(key)) return null;
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(ownerId))
      .setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('key id').digest('hex').slice(0, 8);
}

/** Called by the worker only: neither the queue nor the database ever has the token itself. */
export function newLetterToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Tokens have 256 random bits, so an unsalted fast hash is enough. */
export function hashToken(token: string): Buffer {
  return Buffer.from(hash('sha256', token, 'latin1'), 'latin1');
}
