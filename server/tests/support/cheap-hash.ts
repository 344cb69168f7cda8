import { argon2Sync, randomBytes } from 'node:crypto';

/** Takes next to nothing to check: a hash names its own cost, so the product itself goes on hashing at full cost. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const message = Buffer.from(password.normalize('NFKC'));
  const tag = argon2Sync('argon2id', { message, nonce, tagLength: 32, memory: 8, passes: 1, parallelism: 1 });
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8,t=1,p=1$${encode(nonce)}$${encode(tag)}`;
}
