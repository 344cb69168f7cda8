import type { Database } from '../../platform/db/database.ts';
import { eachInTurn } from '../../platform/each-in-turn.ts';
import { everyHour, everyNight, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import { dropPartition, makePartitions, selectExpired } from './partitions-store.ts';
import { warnOfUsage } from './warn-of-usage.ts';

/** Makes the months ahead and drops those that are kept no longer. */
export const usagePartitions = longKind('usage-partitions');

/** Notifies of balances that are low by what is used and not charged yet. */
export const usageWarnings = longKind('usage-warnings');

export function usageJobs(db: Database, zone: string): JobHandler[] {
  return [
    everyNight(usagePartitions, '00:07', () => maintainPartitions(db)),
    everyHour(usageWarnings, () => warnOfUsage(db, zone)),
  ];
}

export async function maintainPartitions(db: Database): Promise<void> {
  await makePartitions(db);
  await eachInTurn(await selectExpired(db), (month) => dropPartition(db, month));
}
