import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queries } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { spendChallenge } from './passkeys-store.ts';

/** What a challenge was issued for. One of another purpose or session is refused. */
export type Ceremony = { purpose: 'sign-in' } | { purpose: 'add' | 'confirm'; sessionId: string };

const lifetimeMs = 5 * 60 * 1000;
const nonceBytes = 16;
const timeBytes = 6;
const macBytes = 32;

/**
 * A nonce, the expiry and an HMAC that binds them to the ceremony. Nothing is stored until the challenge is answered: the
 * sign-in page asks for one at every visit.
 */
export function newChallenge(key: Buffer, ceremony: Ceremony, now = Date.now()): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(nonceBytes + timeBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now + lifetimeMs, nonceBytes, timeBytes);
  return Uint8Array.from(Buffer.concat([head, macOf(key, ceremony, head)]));
}

function macOf(key: Buffer, ceremony: Ceremony, head: Buffer): Buffer {
  const subject = 'sessionId' in ceremony ? ceremony.sessionId : '';
  return createHmac('sha256', key).update(`${ceremony.purpose}:${subject}:`).update(head).digest();
}

/** Throws when the challenge in the browser's client data is foreign, expired or was answered before. */
export async function takeChallenge(
  db: Queries,
  key: Buffer,
  ceremony: Ceremony,
  clientDataJson: string,
): Promise<string> {
  const challenge = readChallenge(clientDataJson);
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, nonceBytes + timeBytes);
  const mac = bytes.subarray(nonceBytes + timeBytes);
  if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(key, ceremony, head)))
    throw new Problem('passkey_challenge_expired');
  const expiresAt = head.readUIntBE(nonceBytes, timeBytes);
  const isFresh = Date.now() < expiresAt && (await spendChallenge(db, hashToken(challenge), new Date(expiresAt)));
  if (!isFresh) throw new Problem('passkey_challenge_expired');
  return challenge;
}

function readChallenge(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    if (typeof challenge === 'string') return challenge;
  } catch {
    // Not JSON.
  }
  throw new Problem('passkey_rejected');
}
