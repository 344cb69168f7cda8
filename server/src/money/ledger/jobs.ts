import type { Database } from '../../platform/db/database.ts';
import { withSignal } from '../../platform/db/timeouts.ts';
import { everyNight, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import { atMostEvery, gauge } from '../../platform/metrics.ts';
import { checkSinceCheckpoint } from './check-ledger.ts';
import { readLastCheck } from './checking-store.ts';
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

const checkedAt = gauge(
  'ledger_checked_timestamp_seconds',
  'When the books were last found to balance, 0 if never',
  [],
);
const faults = gauge('ledger_faults', 'Faults that the last check of this process found', []);

function countFaults(found: string[]): void {
  faults.set(found.length);
}

/** The time is read from the database: it outlives the process that checked. */
export function collectLedger(db: Database): () => Promise<void> {
  return atMostEvery(10_000, async () => {
    checkedAt.set(await readLastCheck(db));
  });
}
