import type { Database, Transaction } from '../../platform/db/database.ts';
import { transactionWithoutTimeouts } from '../../platform/db/timeouts.ts';
import {
  type CheckedEntry,
  everything,
  getLastClosedDay,
  lockCheckpoint,
  moveCheckpoint,
  readEntriesToCheck,
  resetCheckpoint,
  selectCheckpointFaults,
  selectFaults,
} from './checking-store.ts';
import { selectEntryTotalFaults } from './entry-totals-store.ts';
import { type PotState, potNames } from './posting.ts';
import { emptyPots, potChangeOf } from './rules.ts';
import { selectServiceTotalFaults } from './service-totals-store.ts';

/** Checks every balance, entry and sum against all transfers, and the checkpoint with its sums; returns what does not agree. */
export async function checkLedger(db: Database | Transaction): Promise<string[]> {
  return [
    ...(await selectFaults(db, everything)),
    ...(await ('isTransaction' in db ? findPotFaults(db) : db.transaction(findPotFaults))),
    ...(await selectCheckpointFaults(db)),
    ...(await selectEntryTotalFaults(db)),
    ...(await selectServiceTotalFaults(db)),
  ];
}

const maxFaults = 100;

/** Entries whose pots differ from what the rules make of the entries before them. */
async function findPotFaults(tx: Transaction): Promise<string[]> {
  const faults: string[] = [];
  let accountId = '';
  let state: PotState = noMoney();
  for await (const entry of readEntriesToCheck(tx)) {
    if (entry.accountId !== accountId) state = noMoney();
    accountId = entry.accountId;
    const expected = partsByRules(state, entry);
    const isExpected = expected.every((part, index) => part === (entry.stored[index] ?? 0));
    if (!isExpected && faults.length < maxFaults)
      faults.push(
        `entry of transfer ${entry.transferId} moves pots ${textOf(entry.stored)}, by the rules ${textOf(expected)}`,
      );
    state.balanceMinor += entry.amountMinor;
    for (const [index, pot] of potNames.entries()) {
      state.pots[pot] += entry.stored[index] ?? 0;
      state.repaid[pot] += entry.stored[potNames.length + index] ?? 0;
    }
  }
  return faults;
}

const noMoney = (): PotState => ({ balanceMinor: 0, pots: emptyPots(), repaid: emptyPots() });

function partsByRules(state: PotState, { kind, amountMinor, isUndoing, ...taken }: CheckedEntry): number[] {
  const { pots, repaid } = potChangeOf(state, kind, amountMinor, isUndoing ? taken : undefined);
  return [...potNames.map((pot) => pots[pot]), ...potNames.map((pot) => repaid[pot])];
}

const textOf = (parts: (number | null)[]) => `{${parts.map((part) => part ?? 'NULL').join()}}`;

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
