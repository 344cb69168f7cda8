import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { OrganizationEvent } from './events.ts';
import { insertEvents } from './store.ts';

/** Notifies by bell and e-mail if, and only if, the transaction commits. Idempotent: a repeated event notifies once. */
export function notifyMembers(tx: Transaction, event: OrganizationEvent): Promise<void> {
  return notifyMembersOfAll(tx, [event]);
}

/** Of many events by one statement. */
export async function notifyMembersOfAll(tx: Transaction, events: OrganizationEvent[]): Promise<void> {
  for (const userId of new Set(await insertEvents(tx, events))) announce(tx, { userId }, 'notifications');
}
