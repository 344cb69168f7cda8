import { createHmac, timingSafeEqual } from 'node:crypto';
import { isOptional, type NotificationCategory, type OptionalCategory } from '@kazna/contract/cabinet/notifications';
import { uuidPattern } from '../../platform/db/uuid.ts';

export interface Subscription {
  userId: string;
  organizationId: string;
  category: OptionalCategory;
}

/** Signed and not stored: a letter may be opened years later, and the token can only switch its own letters off. */
export function signUnsubscribeToken(key: Buffer, { userId, organizationId, category }: Subscription): string {
  const text = `${userId} ${organizationId} ${category}`;
  return `${Buffer.from(text).toString('base64url')}.${macOf(key, text).toString('base64url')}`;
}

/** Returns null for a token that is not ours. */
export function readUnsubscribeToken(key: Buffer, token: string): Subscription | null {
  const [payload = '', signature = ''] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString();
  const given = Buffer.from(signature, 'base64url');
  const expected = macOf(key, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [userId = '', organizationId = '', category = ''] = text.split(' ');
  if (!uuidPattern.test(userId) || !uuidPattern.test(organizationId)) return null;
  if (!isOptional(category as NotificationCategory)) return null;
  return { userId, organizationId, category: category as OptionalCategory };
}

function macOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
