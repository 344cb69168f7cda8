import type { Database } from '../../platform/db/database.ts';
import { withSignal } from '../../platform/db/timeouts.ts';
import { everyNight, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import { checkSinceCheckpoint } from './check-ledger.ts';
import { countFaults } from './metrics.ts';
import { refreshRecentCharges } from './recent-charges-store.ts';

export const ledgerChecking = longKind('ledger-checking', { retryLimit: 3, retryDelaySeconds: 60 });

export const recentChargesRefresh = longKind('recent-charges-refresh');

export function ledgerJobs(db: Database, onLedgerFault: (faults: string[]) => void): JobHandler[] {
  return [
    everyNight(ledgerChecking, '00:17', async ({ signal }) => {
      const faults = await checkSinceCheckpoint(withSignal(db, signal));
      countFaults(faults);
      if (faults.length > 0) onLedgerFault(faults);
    }),
    everyNight(recentChargesRefresh, '00:27', ({ signal }) => refreshRecentCharges(withSignal(db, signal))),
  ];
}
