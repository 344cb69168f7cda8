import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/db/database.ts';
import { getOrCreateServerSecret } from './store.ts';

export interface SessionKeys {
  access: Buffer;
  refresh: Buffer;
  device: Buffer;
  secondFactor: Buffer;
  /** Encrypts the secrets that sign webhooks. */
  webhooks: Buffer;
  /** Signs the links that switch letters off. */
  unsubscribe: Buffer;
}

export async function loadSessionKeys(db: Database, configured: string | undefined): Promise<SessionKeys> {
  const secret = configured ?? (await getOrCreateServerSecret(db, 'session', randomBytes(32).toString('base64url')));
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  const deriveCipherKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    access: derive('access token'),
    refresh: derive('refresh token'),
    device: derive('device token'),
    secondFactor: deriveCipherKey('second factor secrets'),
    webhooks: deriveCipherKey('webhook secrets'),
    unsubscribe: derive('unsubscribe token'),
  };
}
