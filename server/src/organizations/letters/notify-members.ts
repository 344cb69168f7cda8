import type { Transaction } from '../../platform/db/database.ts';
import { affectedMember, type OrganizationEvent, rolesNotifiedOf } from './events.ts';
import { insertEvent } from './store.ts';

/** Members are notified if, and only if, the transaction commits. Idempotent: a repeated event notifies once. */
export async function notifyMembers(tx: Transaction, event: OrganizationEvent): Promise<void> {
  await insertEvent(tx, event, rolesNotifiedOf(event.kind), affectedMember(event));
}
