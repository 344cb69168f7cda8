import type { Database } from '../../platform/db/database.ts';
import { findTags, isSignedFor } from './answer-address.ts';
import { type Headers, isAutomatic } from './automatic.ts';
import { type AnsweredRequest, findRequestByNumber, findSender } from './inbox-store.ts';

export interface InboxAddresses {
  db: Database;
  /** Answers come to it with a tag. */
  inboxAddress: string;
  /** Our letters come from it. */
  mailFrom: string;
  answerKey: Buffer;
}

const recipientHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const maxTags = 5;

/** Who answers in which request; otherwise why the letter is none of ours. Nothing tells its sender. */
export async function findAnswer(
  { db, inboxAddress, mailFrom, answerKey }: InboxAddresses,
  headers: Headers,
): Promise<(AnsweredRequest & { userId: string }) | 'unaddressed' | 'automatic' | 'forged' | 'stranger'> {
  const { addressParser, decodeWords } = await import('postal-mime');
  const addressesIn = (name: string) =>
    headers(name).flatMap((value) =>
      addressParser(value, { flatten: true }).map(({ address = '' }) => address.toLowerCase()),
    );
  const tags = findTags(inboxAddress, recipientHeaders.flatMap(addressesIn)).slice(0, maxTags);
  if (tags.length === 0) return 'unaddressed';
  const [from = '', ...others] = addressesIn('from');
  const subject = decodeWords(headers('subject').join(' '));
  if (isAutomatic({ headers, subject, from }, [inboxAddress, mailFrom.toLowerCase()])) return 'automatic';
  // The mailbox's own server says that the letter is not from whom it names.
  if (headers('authentication-results').some((value) => /\bdmarc\s*=\s*fail\b/i.test(value))) return 'forged';
  const userId = others.length === 0 ? await findSender(db, from) : null;
  if (userId === null) return 'stranger';
  for (const tag of tags) {
    const request = await findRequestByNumber(db, tag.number);
    if (request && isSignedFor(answerKey, tag, { ...request, userId })) return { ...request, userId };
  }
  return 'stranger';
}
