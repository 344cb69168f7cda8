import type { Notice, NotificationKind } from '../notifications/kind.ts';
import { notifyMembersIn } from '../notifications/notifications-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { directory } from './reads.ts';

/** Notifies by bell and e-mail if, and only if, the transaction commits. Idempotent by kind and source. */
export function notifyMembers<Details extends object>(
  tx: Transaction,
  kind: NotificationKind<Details>,
  notice: Notice<Details>,
): Promise<void> {
  return notifyMembersIn(directory, tx, kind, [notice]);
}

/** Notifies of many by one statement. */
export function notifyMembersOfAll<Details extends object>(
  tx: Transaction,
  kind: NotificationKind<Details>,
  notices: Notice<Details>[],
): Promise<void> {
  return notifyMembersIn(directory, tx, kind, notices);
}
