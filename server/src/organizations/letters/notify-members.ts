import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { affectedMember, type OrganizationEvent, unnotifiedMember } from './events.ts';
import { insertEvent } from './store.ts';

/** Notifies by bell and e-mail if, and only if, the transaction commits. Idempotent: a repeated event notifies once. */
export async function notifyMembers(tx: Transaction, event: OrganizationEvent): Promise<void> {
  const people = { concerned: affectedMember(event), unnotified: unnotifiedMember(event) };
  for (const userId of await insertEvent(tx, event, people)) announce(tx, { userId }, 'notifications');
}
