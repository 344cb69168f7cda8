import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Database, Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';

export interface SessionKeys {
  access: Buffer;
  refresh: Buffer;
  device: Buffer;
  secondFactor: Buffer;
  /** Encrypts the secrets that sign webhooks. */
  webhooks: Buffer;
  /** Signs the links that switch letters off. */
  unsubscribe: Buffer;
  /** Signs challenges for passkeys. */
  passkeys: Buffer;
  /** Signs tickets of visits to providers. */
  externalVisits: Buffer;
  /** Proves that updates come from MAX. */
  maxUpdates: Buffer;
  /** Signs the addresses that answers to letters about requests come to. */
  requestAnswers: Buffer;
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
    passkeys: derive('passkey challenge'),
    externalVisits: derive('external visit'),
    maxUpdates: derive('max updates'),
    requestAnswers: derive('request answers'),
  };
}

/** Returns the stored value: the first process wins. */
async function getOrCreateServerSecret(db: Queries, name: string, value: string): Promise<string> {
  await db.query(sql`insert into server_secrets (name, value) values (${name}, ${value}) on conflict do nothing`);
  const [row] = await db.query<{ value: string }>(sql`select value from server_secrets where name = ${name}`);
  return (row as { value: string }).value;
}
