import type { Topic } from '@kazna/contract/cabinet/events';
import type { Queries } from './database.ts';
import { sql } from './sql.ts';

export const announcementChannel = 'kazna_changes';

export type Audience = { organizationId: string } | { userId: string };

export type Announcement = Audience & { topic: Topic };

/** Every process receives it if, and only if, the transaction commits. */
export async function announce(tx: Queries, audience: Audience, topic: Topic): Promise<void> {
  await tx.query(sql`select pg_notify(${announcementChannel}, ${JSON.stringify({ ...audience, topic })})`);
}
