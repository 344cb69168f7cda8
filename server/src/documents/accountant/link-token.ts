import { createHmac, timingSafeEqual } from 'node:crypto';
import { uuidPattern } from '../../platform/db/uuid.ts';

/** What a link of a letter to an accountant may do, for one address of one organization. */
export interface AccountantLink {
  purpose: 'confirm' | 'stop' | 'files';
  organizationId: string;
  email: string;
  /** Of files: the month, and until when they can be fetched. */
  period?: string;
  expiresAt?: string;
}

/** Signed and not stored: it names the address, so that it is void once the organization chose another one. */
export function signLink(key: Buffer, link: AccountantLink): string {
  const text = JSON.stringify(link);
  return `${Buffer.from(text).toString('base64url')}.${macOf(key, text).toString('base64url')}`;
}

/** Null for a token that is not ours, of another purpose, or too old. */
export function readLink(
  key: Buffer,
  token: string,
  purpose: AccountantLink['purpose'],
  now: Date,
): AccountantLink | null {
  const [payload = '', signature = ''] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString();
  const given = Buffer.from(signature, 'base64url');
  const expected = macOf(key, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const link = JSON.parse(text) as AccountantLink;
  const isLate = link.expiresAt !== undefined && Date.parse(link.expiresAt) < now.getTime();
  return link.purpose === purpose && uuidPattern.test(link.organizationId) && !isLate ? link : null;
}

/** The key signs links to unsubscribe too; the first word keeps the two apart. */
function macOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(`accountant ${text}`).digest();
}
