import type { Database, Transaction } from '../platform/db/database.ts';
import { sequenceEvents } from '../platform/outbox/jobs.ts';
import { readEvents } from '../platform/outbox/reads.ts';
import type { NotificationKinds } from './kind.ts';
import { lockCursor, notifyMembersIn, updateCursor } from './notifications-store.ts';
import type { Directory } from './reads.ts';

const eventsAtOnce = 100;

export interface FollowContext {
  kinds: NotificationKinds;
  directory: Directory;
}

/**
 * Notifies of events of the outbox for kinds that ask for it: the ledger knows no organizations and cannot notify by
 * itself. The cursor moves in the transaction that notifies, so that no event notifies twice or is lost.
 */
export async function followEvents(db: Database, context: FollowContext): Promise<void> {
  await sequenceEvents(db);
  while (await db.transaction((tx) => followPage(tx, context)));
}

async function followPage(tx: Transaction, { kinds, directory }: FollowContext): Promise<boolean> {
  const followed = kinds.ofMembers.filter(({ fromEvent }) => fromEvent);
  const types = followed.flatMap(({ fromEvent }) => fromEvent?.type ?? []);
  const after = await lockCursor(tx);
  const { rows, position, hasMore } = await readEvents(tx, { after, types, limit: eventsAtOnce });
  for (const kind of followed) {
    const notices = rows.flatMap(({ id: sourceId, type, organizationId, data }) =>
      kind.fromEvent?.type === type ? [{ organizationId, sourceId, details: kind.fromEvent.detailsOf(data) }] : [],
    );
    if (notices.length > 0) await notifyMembersIn(directory, tx, kind, notices);
  }
  await updateCursor(tx, position);
  return hasMore;
}
