import type { Topic } from '@kazna/contract/cabinet/events';
import type { Transaction } from './database.ts';

export const announcementChannel = 'kazna_changes';

export type Audience = { organizationId: string } | { userId: string };

export type Announcement = Audience & { topic: Topic };

/** Reaches every process after, and only if, the transaction commits. */
export function announce(tx: Transaction, audience: Audience, topic: Topic): void {
  tx.notifyAfterCommit(announcementChannel, JSON.stringify({ ...audience, topic }));
}
