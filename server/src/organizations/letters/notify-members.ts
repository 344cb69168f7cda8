import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { affectedMember, type OrganizationEvent } from './events.ts';
import { insertEvent } from './store.ts';

/**
 * Members are notified by the bell and by e-mail if, and only if, the transaction commits. Idempotent: a repeated event
 * notifies once.
 */
export async function notifyMembers(tx: Transaction, event: OrganizationEvent): Promise<void> {
  for (const userId of await insertEvent(tx, event, affectedMember(event))) announce(tx, { userId }, 'notifications');
}
