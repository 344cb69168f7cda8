import type { OptionalCategory } from '@kazna/contract/cabinet/notifications';
import type { Database } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { readUnsubscribeToken } from '../../letters/unsubscribe-token.ts';
import { insertMute } from './store.ts';

/** Needs no session: the token came in the letter. Idempotent. */
export async function unsubscribe(db: Database, key: Buffer, token: string): Promise<{ category: OptionalCategory }> {
  const subscription = readUnsubscribeToken(key, token);
  if (!subscription) throw new Problem('unsubscribe_link_invalid');
  await insertMute(db, subscription);
  return { category: subscription.category };
}
