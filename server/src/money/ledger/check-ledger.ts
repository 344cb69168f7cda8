import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import { transactionWithoutTimeouts } from '../../platform/db/timeouts.ts';
import {
  everything,
  getLastClosedDay,
  lockCheckpoint,
  moveCheckpoint,
  resetCheckpoint,
  selectCheckpointFaults,
  selectFaults,
  selectPotFaults,
} from './checking-store.ts';
import { selectEntryTotalFaults } from './entry-totals-store.ts';

/** Checks every balance, entry and sum against all transfers, and the checkpoint with its sums; returns what does not agree. */
export async function checkLedger(db: Queries): Promise<string[]> {
  return [
    ...(await selectFaults(db, everything)),
    ...(await selectPotFaults(db)),
    ...(await selectCheckpointFaults(db)),
    ...(await selectEntryTotalFaults(db)),
  ];
}

/**
 * Checks the transfers since the checkpoint, which costs about a day's transfers, and moves the checkpoint up to the
 * last closed day. With a fault the checkpoint stays, so that the fault is reported again until it is corrected.
 */
export async function checkSinceCheckpoint(db: Database, now?: Date): Promise<string[]> {
  // Asked before the snapshot: a transaction that ends in between is then seen by one of the two.
  const closedDay = await getLastClosedDay(db, now);
  return transactionWithoutTimeouts(db, async (tx) => {
    await tx.queryText('set transaction isolation level repeatable read');
    const since = await lockUsableCheckpoint(tx);
    const faults = await selectFaults(tx, since);
    if (faults.length === 0 && isBefore(since, closedDay)) await moveCheckpoint(tx, since, closedDay);
    return faults;
  });
}

/** A clock that was ahead may have left the checkpoint in the future: transfers would hide behind it, so it starts over. */
async function lockUsableCheckpoint(tx: Transaction): Promise<string> {
  const { day, isAhead } = await lockCheckpoint(tx);
  if (!isAhead) return day;
  await resetCheckpoint(tx);
  return everything;
}

function isBefore(day: string, other: string): boolean {
  return day === everything || day < other;
}
