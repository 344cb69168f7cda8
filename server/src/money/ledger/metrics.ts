import type { Database } from '../../platform/db/database.ts';
import { atMostEvery, gauge } from '../../platform/metrics.ts';
import { readLastCheck } from './checking-store.ts';

const checkedAt = gauge(
  'ledger_checked_timestamp_seconds',
  'When the books were last found to balance, 0 if never',
  [],
);
const faults = gauge('ledger_faults', 'Faults that the last check of this process found', []);

export function countFaults(found: string[]): void {
  faults.set(found.length);
}

/** The time is read from the database: it outlives the process that checked. */
export function collectLedger(db: Database): () => Promise<void> {
  return atMostEvery(10_000, async () => {
    checkedAt.set(await readLastCheck(db));
  });
}
