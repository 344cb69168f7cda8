import type { Transaction } from '../platform/db/database.ts';
import { insertAuditEntry, type NewAuditEntry } from './store.ts';

/** Who acts, and from where. */
export interface Actor {
  userId: string;
  address: string;
}

export function actorOf(call: { caller: { userId: string }; origin: { address: string } }): Actor {
  return { userId: call.caller.userId, address: call.origin.address };
}

/** Writes the action down in the transaction that does it: neither happens without the other. */
export async function recordAction(
  tx: Transaction,
  actor: Actor,
  entry: Omit<NewAuditEntry, 'actorId' | 'address'>,
): Promise<void> {
  await insertAuditEntry(tx, { ...entry, actorId: actor.userId, address: actor.address });
}
