import type { Database } from '../../platform/db/database.ts';
import { everyNight, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import { checkSinceCheckpoint } from './check-ledger.ts';
import { refreshRecentCharges } from './low-balance/refresh-recent-charges.ts';
import { countFaults } from './metrics.ts';

export const ledgerChecking = jobKind<object>('ledger-checking', {
  concurrency: 1,
  retryLimit: 3,
  retryDelaySeconds: 60,
});

export const recentChargesRefresh = jobKind<object>('recent-charges-refresh', { concurrency: 1 });

export function ledgerJobs(db: Database, onLedgerFault: (faults: string[]) => void): JobHandler[] {
  return [
    everyNight(ledgerChecking, async () => {
      const faults = await checkSinceCheckpoint(db);
      countFaults(faults);
      if (faults.length > 0) onLedgerFault(faults);
    }),
    everyNight(recentChargesRefresh, () => refreshRecentCharges(db)),
  ];
}
