import type { Transaction } from '../../../platform/db/database.ts';

const deferredIn = new WeakSet<Transaction>();

export function markDeferred(tx: Transaction): void {
  deferredIn.add(tx);
}

/** Transfers that wait for the commit are in no balance yet: what would be worked out of one would be wrong. */
export function assertNothingDeferred(tx: Transaction): void {
  if (deferredIn.has(tx)) throw new Error('a transaction that has deferred its transfers posts no others');
}
