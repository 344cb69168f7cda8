import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  categoryNames,
  isOptional,
  type NotificationCategory,
  type OptionalCategory,
} from '@kazna/contract/cabinet/notifications';
import type { Database } from '../platform/db/database.ts';
import { uuidPattern } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import type { PersonNotificationKind } from './kind.ts';
import { notifyPerson } from './notifications-store.ts';
import { insertMute } from './preferences-store.ts';
import type { Directory } from './reads.ts';

export interface UnsubscribeContext {
  db: Database;
  directory: Directory;
  unsubscribeKey: Buffer;
}

/** Needs no session: the token came in the letter. Idempotent. The bell notifies: a letter may be forwarded. */
export async function unsubscribe(
  { db, directory, unsubscribeKey }: UnsubscribeContext,
  token: string,
): Promise<{ category: OptionalCategory }> {
  const subscription = readUnsubscribeToken(unsubscribeKey, token);
  if (!subscription) throw new Problem('unsubscribe_link_invalid');
  const { userId, category } = subscription;
  await db.transaction(async (tx) => {
    if (await insertMute(tx, directory, subscription)) await notifyPerson(tx, lettersSwitchedOff, userId, { category });
  });
  return { category };
}

export const lettersSwitchedOff: PersonNotificationKind<{ category: OptionalCategory }> = {
  name: 'letters_switched_off',
  describe: ({ category }, { publicUrl }) => ({
    headline: `Письма «${categoryNames[category]}» отключены`,
    paragraphs: ['Их отключили по ссылке из письма. Если это были не вы, включите их снова в настройках уведомлений.'],
    action: { label: 'Настроить уведомления', url: `${publicUrl}/notifications/settings` },
  }),
};

interface Subscription {
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
function readUnsubscribeToken(key: Buffer, token: string): Subscription | null {
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
