import type { Database, Queries, Transaction } from '../platform/db/database.ts';
import { nilUuid, uuidv7 } from '../platform/db/uuid.ts';
import type { JobKind, Queue } from '../platform/jobs/queue.ts';
import * as store from './letters-store.ts';

/** Rate limit of e-mails to one person about one organization. Events above it wait for a summary. */
const lettersPerHour = 5;
const recipientsAtOnce = 1000;

export interface OrganizationLetter {
  letterId: string;
  userId: string;
}

export interface LetterChannels {
  mail: JobKind<OrganizationLetter>;
  /** Beside the e-mail, for people who have linked a chat. */
  messenger?: { kind: JobKind<OrganizationLetter>; isLinked: (db: Queries, userId: string) => Promise<boolean> };
}

/** Enqueues an e-mail per event or, in a burst, one summary of all. A transaction per recipient keeps bursts apart. */
export async function dispatchLetters(db: Database, queue: Queue, channels: LetterChannels): Promise<void> {
  let after: store.Recipient | undefined = { userId: nilUuid, organizationId: nilUuid };
  while (after) {
    const recipients: store.Recipient[] = await store.selectWaiting(db, after, recipientsAtOnce);
    for (const recipient of recipients) await db.transaction((tx) => dispatchTo(tx, queue, channels, recipient));
    after = recipients.at(-1);
  }
}

async function dispatchTo(
  tx: Transaction,
  queue: Queue,
  { mail, messenger }: LetterChannels,
  recipient: store.Recipient,
): Promise<void> {
  if (!(await store.tryLockRecipient(tx, recipient))) return;
  const allowed = lettersPerHour - (await store.countRecentLetters(tx, recipient));
  if (allowed <= 0) return;
  const waiting = await store.selectWaitingIds(tx, recipient, allowed + 1);
  const { userId } = recipient;
  const isLinked = waiting.length > 0 && ((await messenger?.isLinked(tx, userId)) ?? false);
  const send = async (letterId: string) => {
    await queue.enqueue(tx, mail, { letterId, userId });
    if (messenger && isLinked) await queue.enqueue(tx, messenger.kind, { letterId, userId });
  };
  if (waiting.length > allowed) {
    const letterId = uuidv7();
    while (await store.assignSummary(tx, letterId, recipient));
    await send(letterId);
    return;
  }
  for (const id of waiting) {
    const letterId = uuidv7();
    await store.assignLetter(tx, letterId, id);
    await send(letterId);
  }
}
