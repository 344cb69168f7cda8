import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Notice, NotificationKind, PersonNotificationKind } from './kind.ts';
import { insertNotifications, insertPersonal } from './notifications-store.ts';
import type { Directory } from './reads.ts';

/**
 * Notifies by bell and e-mail if, and only if, the transaction commits. One statement, however many there are. Callers
 * use `notifyMembers` of organizations, which knows the directory.
 */
export async function notifyMembersIn<Details extends object>(
  directory: Directory,
  tx: Transaction,
  kind: NotificationKind<Details>,
  notices: Notice<Details>[],
): Promise<void> {
  const notified = await insertNotifications(tx, directory, kind, notices);
  for (const userId of new Set(notified)) announce(tx, { userId }, 'notifications');
}

/** By the bell alone: letters about security have their own way, and go to the address of the moment. */
export async function notifyPerson<Details extends object>(
  tx: Transaction,
  kind: PersonNotificationKind<Details>,
  userId: string,
  details: Details,
): Promise<void> {
  await insertPersonal(tx, kind, userId, details);
  announce(tx, { userId }, 'notifications');
}
