import type { Transaction } from '../../platform/db/database.ts';
import { type OrganizationEvent, personOf, rolesToldOf } from './events.ts';
import { insertEvent } from './store.ts';

/** Part of the transaction: members are told if, and only if, it commits, and once however often it is repeated. */
export async function notifyMembers(tx: Transaction, event: OrganizationEvent): Promise<void> {
  await insertEvent(tx, event, rolesToldOf(event.kind), personOf(event));
}
