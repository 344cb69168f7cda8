import type { Database, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { JobKind, Queue } from '../../platform/jobs/queue.ts';
import { assignLetter, lockWaiting, type WaitingRow } from './store.ts';

/** Rate limit of e-mails to one person about one organization. Events above it wait for a summary. */
const lettersPerHour = 5;
const batchSize = 1000;

export interface OrganizationLetter {
  letterId: string;
  userId: string;
}

/** Enqueues an e-mail per event or, in a burst, one summary of all. */
export async function dispatchLetters(db: Database, queue: Queue, kind: JobKind<OrganizationLetter>): Promise<void> {
  while ((await db.transaction((tx) => dispatchBatch(tx, queue, kind))) === batchSize);
}

async function dispatchBatch(tx: Transaction, queue: Queue, kind: JobKind<OrganizationLetter>): Promise<number> {
  const waiting = await lockWaiting(tx, lettersPerHour, batchSize);
  const groups = Map.groupBy(waiting, ({ userId, organizationId }) => `${userId} ${organizationId}`);
  for (const rows of groups.values()) {
    const [{ userId, recentLetters }] = rows as [WaitingRow];
    const isBurst = rows.length > lettersPerHour - recentLetters;
    for (const letterRows of isBurst ? [rows] : rows.map((row) => [row])) {
      const letterId = uuidv7();
      await assignLetter(tx, letterId, letterRows);
      await queue.enqueue(tx, kind, { letterId, userId });
    }
  }
  return waiting.length;
}
