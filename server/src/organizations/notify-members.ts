import type { Notice, NotificationKind } from '../notifications/kind.ts';
import { notifyMembersIn } from '../notifications/notifications-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { directory } from './reads.ts';

/** Notifies of one thing, as `notifyMembersIn` does of many. */
export function notifyMembers<Details extends object>(
  tx: Transaction,
  kind: NotificationKind<Details>,
  notice: Notice<Details>,
): Promise<void> {
  return notifyMembersIn(directory, tx, kind, [notice]);
}
