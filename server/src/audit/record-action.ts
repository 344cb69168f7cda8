import type { Transaction } from '../platform/db/database.ts';
import { insertAuditEntry, type NewAuditEntry } from './store.ts';

export interface Actor {
  userId: string;
  address: string;
}

export function actorOf(call: { caller: { userId: string }; origin: { address: string } }): Actor {
  return { userId: call.caller.userId, address: call.origin.address };
}

/** The entry is part of the transaction that does the action: neither happens without the other. */
export async function recordAction(
  tx: Transaction,
  actor: Actor,
  entry: Omit<NewAuditEntry, 'actorId' | 'address'>,
): Promise<void> {
  await insertAuditEntry(tx, { ...entry, actorId: actor.userId, address: actor.address });
}
