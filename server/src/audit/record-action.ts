import type { Transaction } from '../platform/db/database.ts';
import { insertAuditEntry, type NewAuditEntry } from './actions-store.ts';

/** A person, or a key of the operator API. */
export interface Actor {
  /** Of the row in `actors`. */
  id: string;
  /** Null where no call of theirs is being answered. */
  address: string | null;
}

interface Called {
  caller: { userId: string } | { keyId: string };
  origin: { address: string };
}

export function actorOf({ caller, origin: { address } }: Called): Actor {
  return { id: 'keyId' in caller ? caller.keyId : caller.userId, address };
}

/** The entry is part of the transaction that does the action: neither happens without the other. */
export async function recordAction(
  tx: Transaction,
  actor: Actor,
  entry: Omit<NewAuditEntry, 'actorId' | 'address'>,
): Promise<void> {
  await insertAuditEntry(tx, { ...entry, actorId: actor.id, address: actor.address });
}
