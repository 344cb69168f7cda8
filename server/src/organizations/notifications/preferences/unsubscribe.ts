import type { OptionalCategory } from '@kazna/contract/cabinet/notifications';
import type { Database } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { readUnsubscribeToken } from '../../letters/unsubscribe-token.ts';
import { notifyPerson } from '../notify-person.ts';
import { insertMute } from './store.ts';

/** Needs no session: the token came in the letter. Idempotent. The bell tells the person: a letter may be forwarded. */
export async function unsubscribe(db: Database, key: Buffer, token: string): Promise<{ category: OptionalCategory }> {
  const subscription = readUnsubscribeToken(key, token);
  if (!subscription) throw new Problem('unsubscribe_link_invalid');
  const { userId, category } = subscription;
  await db.transaction(async (tx) => {
    if (await insertMute(tx, subscription))
      await notifyPerson(tx, userId, { kind: 'letters_switched_off', details: { category } });
  });
  return { category };
}
